/** An example cell: a workbench and nothing else. */

import type { Drafts } from "./drafts.ts";
import type { Errands } from "./errands.ts";
import type { Python } from "./protocol.ts";
import type { Strings } from "./strings.ts";
import { Workbench } from "./workbench.ts";

export interface CellOptions {
  /** The `<py-cell>`. */
  readonly root: HTMLElement;
  /** Which one it is on the page, from 1. */
  readonly number: number;
  readonly python: Pick<Python, "run">;
  readonly drafts: Drafts;
  readonly strings: Strings;
  readonly nonce: string;
  readonly errands: Errands;
  /** `id` of the element that tells the keys. */
  readonly keys: string;
}

export function createCell(options: CellOptions): Workbench {
  const { root, number, python, drafts, strings, nonce, errands, keys } = options;
  const name = root.dataset.cell ?? `cell-${String(number)}`;
  return new Workbench({
    root,
    filename: `${name}.py`,
    name: strings.cellName(number),
    label: strings.cellLabel(number),
    describedBy: keys,
    numbers: false,
    python,
    slot: drafts.draft("cell", name),
    strings,
    nonce,
    errands,
  });
}
