"""The builder: lessons become a static site, and everything that is needed for that is set up."""
