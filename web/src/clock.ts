/** Time as something handed in, so that tests can be told what time it is. */

export interface Clock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls `action` once after so many milliseconds; returns what prevents that. */
  after(milliseconds: number, action: () => void): () => void;
}

export const wallClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
