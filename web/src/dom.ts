/** Making elements. Text goes in as text, there is no way to hand in markup. */

export type Attributes = Readonly<Record<string, string | boolean>>;
export type Child = Node | string | null;

/** An element with attributes (true: present and empty, false: absent) and children (null: none). */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

const SHAPES = {
  run: "M5 3.2v9.6l7.6-4.8z",
  stop: "M4 4h8v8H4z",
  check: "M3 8.6l3.2 3.2L13 4.8",
  cross: "M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6",
  alert: "M8 3.4v5.4M8 11.6v.9",
  reset: "M3.6 8a4.4 4.4 0 1 0 1.5-3.3M3.4 2.6v2.6H6",
  hint: "M5.8 9.9a3.7 3.7 0 1 1 4.4 0v1.4H5.8zM6.4 13.4h3.2",
  wait: "M8 4.2V8l2.4 1.6M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2z",
  dot: "M8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
} as const;

export type Shape = keyof typeof SHAPES;

/** A small drawing beside words, never instead of them. */
export function icon(shape: Shape): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", `icon icon-${shape}`);
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", SHAPES[shape]);
  svg.append(path);
  return svg;
}

/** A button with a drawing and words; `action` is what tools and tests find it by. */
export function button(
  action: string,
  shape: Shape | null,
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = el(
    "button",
    { type: "button", "data-action": action, class: "button", ...attributes },
    shape === null ? null : icon(shape),
    el("span", { class: "label" }, label),
  );
  element.addEventListener("click", () => {
    // Left focusable while it can't be used, so that the keyboard's place is not lost.
    if (element.getAttribute("aria-disabled") !== "true") onClick();
  });
  return element;
}

export function setDisabled(element: HTMLElement, disabled: boolean): void {
  if (disabled) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
}

export function setLabel(element: HTMLElement, label: string): void {
  const place = element.querySelector(".label") ?? element;
  place.textContent = label;
}

/** Words that can be unfolded. */
export function folded(summary: string, ...children: readonly Child[]): HTMLDetailsElement {
  return el("details", { class: "folded" }, el("summary", {}, summary), ...children);
}

/** One element that the page's template promises; what is missing is our fault and is said. */
export function required(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
}
