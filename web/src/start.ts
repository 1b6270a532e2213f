/**
 * The first script of a lesson page: reads its configuration and starts Python, while the page is still
 * being read. What the page is made of comes with the second one, `main.ts`.
 */

import { required } from "./dom.ts";
import { handOn } from "./early.ts";
import type { PageConfig } from "./protocol.ts";
import { startPython } from "./python.ts";

// Written by our own builder into the very page that this script belongs to.
const config = JSON.parse(required(document, "#page-config").textContent) as PageConfig;

handOn(window, { config, python: startPython(config) });
