/** Work for places on the page that can wait: done when its place comes into sight, or in idle time. */

/** The little of a window that is used here; what is missing in it is done without. */
export interface IdleWindow {
  readonly IntersectionObserver?: typeof IntersectionObserver | undefined;
  readonly requestIdleCallback?:
    ((callback: () => void, options: { readonly timeout: number }) => unknown) | undefined;
  setTimeout(callback: () => void, milliseconds: number): unknown;
}

/** How far beyond what is in sight a place counts as seen. */
const MARGIN = "25%";

/** Milliseconds after which a page that is never idle has the next errand done all the same. */
const PATIENCE = 200;

export class Errands {
  readonly #host: IdleWindow;
  readonly #waiting = new Map<Element, () => void>();
  readonly #sight: IntersectionObserver | null = null;
  #begun = false;

  constructor(host: IdleWindow) {
    this.#host = host;
    const { IntersectionObserver: Observer } = host;
    if (Observer === undefined) {
      this.begin();
      return;
    }
    this.#sight = new Observer(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) this.#do(target);
      },
      { rootMargin: MARGIN },
    );
  }

  /** Has `work` done for that place: once, and not before this has returned. */
  add(place: Element, work: () => void): void {
    this.#waiting.set(place, work);
    this.#sight?.observe(place);
    if (this.#begun && this.#waiting.size === 1) this.#next();
  }

  /** From now on the page's idle time is used, for one errand after the other. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#next();
  }

  #next(): void {
    const go = (): void => {
      const [place] = this.#waiting.keys();
      if (place === undefined) return;
      try {
        this.#do(place);
      } finally {
        this.#next();
      }
    };
    if (this.#waiting.size === 0) return;
    if (this.#host.requestIdleCallback === undefined) this.#host.setTimeout(go, 0);
    else this.#host.requestIdleCallback(go, { timeout: PATIENCE });
  }

  #do(place: Element): void {
    const work = this.#waiting.get(place);
    this.#waiting.delete(place);
    this.#sight?.unobserve(place);
    work?.();
  }
}
