/** The second script of a lesson page: opens the page, with the Python that the first has started. */

import { wallClock } from "./clock.ts";
import { handedOn } from "./early.ts";
import { Loader, openOverHttp } from "./loader.ts";
import { openPage } from "./page.ts";
import { readExercises } from "./shapes.ts";

const { config, python } = handedOn(window);
const loader = new Loader(openOverHttp, wallClock, () => undefined);

openPage({
  config,
  python,
  solution: async (exercise) => {
    const file = await loader.load(config.files.exercises);
    const solution = readExercises(new TextDecoder().decode(file))?.get(exercise)?.["solution.py"];
    if (solution === undefined) throw new Error(`No solution of ${exercise}`);
    return solution;
  },
});
