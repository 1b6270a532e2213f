/** The second script of a lesson page: opens the page, with the Python that the first has started. */

import { wallClock } from "./clock.ts";
import { whenEarly } from "./early.ts";
import { Loader, openOverHttp } from "./loader.ts";
import { openPage } from "./page.ts";
import { readExercises } from "./shapes.ts";

whenEarly(window, ({ config, python }) => {
  const loader = new Loader(openOverHttp, wallClock, () => undefined);
  const solution = async (exercise: string): Promise<string> => {
    const file = await loader.load(config.files.exercises);
    const found = readExercises(new TextDecoder().decode(file))?.get(exercise)?.["solution.py"];
    if (found === undefined) throw new Error(`No solution of ${exercise}`);
    return found;
  };
  openPage({ config, python, solution });
});
