/** The script of a lesson page: reads its configuration, starts Python, opens the page. */

import { wallClock } from "./clock.ts";
import { required } from "./dom.ts";
import { Loader, openOverHttp } from "./loader.ts";
import { openPage } from "./page.ts";
import type { PageConfig } from "./protocol.ts";
import { startPython } from "./python.ts";
import { readExercises } from "./shapes.ts";

// Written by our own builder into the very page that this script belongs to.
const config = JSON.parse(required(document, "#page-config").textContent) as PageConfig;

const loader = new Loader(openOverHttp, wallClock, () => undefined);

openPage({
  config,
  python: startPython(config),
  solution: async (exercise) => {
    const file = await loader.load(config.files.exercises);
    const solution = readExercises(await file.text())?.get(exercise)?.["solution.py"];
    if (solution === undefined) throw new Error(`No solution of ${exercise}`);
    return solution;
  },
});
