/** The table of contents says where the reader is. */

/** Marks the link of the section that fills the upper part of the window. */
export function followReading(page: Document): void {
  const links = [...page.querySelectorAll<HTMLElement>(".toc-list > li > a")];
  const sections = [...page.querySelectorAll<HTMLElement>("main > section")];
  const visible = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      const current = sections.find((section) => visible.has(section));
      const anchor = `#${current?.getAttribute("aria-labelledby") ?? ""}`;
      for (const link of links) {
        if (link.getAttribute("href") === anchor) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-20% 0px -60% 0px" },
  );
  for (const section of sections) observer.observe(section);
}
