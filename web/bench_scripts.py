"""What is measured inside the pages, by their own clock: what drives a browser takes time of its own.

All of these are JavaScript functions for `Tab.evaluate` and `Tab.wait`.
"""

from __future__ import annotations

__all__ = ["ANSWERED", "CHECK", "PYTHON", "RESTART", "RUNNING", "START", "STOP", "UPGRADED"]

PYTHON = """() => {
  const { python, words } = document.documentElement?.dataset ?? {};
  return python === "ready" || python === "failed" ? { python, words: words ?? "" } : null;
}"""
"""How the start of Python came to its end; nothing before. Works on both pages."""

START = """() => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
  const read = performance.getEntriesByType("navigation")[0]?.domInteractive ?? 0;
  const begun = [...document.scripts].flatMap((script) => {
    if (script.src === "" || script.type === "application/json") return [];
    const come = performance.getEntriesByName(script.src)[0]?.responseEnd ?? 0;
    return script.defer && !script.async ? [Math.max(come, read)] : [come];
  });
  return {
    ready: at("python-ready"),
    painted: at("first-contentful-paint"),
    script: at("page-script") ?? (begun.length > 0 ? Math.min(...begun) : null),
    start: document.documentElement.dataset.start ?? "",
  };
}"""
"""Milliseconds since the navigation began; `start` is how our page started Python.

`script` is when the first script began to work: the mark `page-script` that our page sets once it has waited
for the paint, else the earliest moment that there can have been: a script runs once it has come, a deferred
one once the document has been read to its end too. Null for a page without script files.
"""

UPGRADED = """(selector) => document.querySelector(`${selector} .cm-content`) !== null"""

# --- the bare page ----------------------------------------------------------------------------

RESTART = """() => {
  const begin = performance.now();
  window.bare.restart();
  return window.bare.run("1+1").then((value) => {
    if (value !== "2") throw new Error(`1+1 gave ${value}`);
    return performance.now() - begin;
  });
}"""
"""Stop an endless loop the only way that there is, and have the next result; gives milliseconds."""

# --- our page ---------------------------------------------------------------------------------

RUNNING = """(cell) => document.querySelector(`${cell} [data-part="output"]`).textContent.includes("Runde")"""
"""Whether the endless loop has begun: it says so first."""

STOP = """(loop, next) => {
  const output = document.querySelector(`${next} [data-part="output"]`);
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const watch = new MutationObserver(() => {
      const values = [...output.querySelectorAll("pre")];
      if (!values.some((value) => value.textContent === "2")) return;
      watch.disconnect();
      clearTimeout(late);
      resolve(performance.now() - begin);
    });
    const late = setTimeout(() => {
      watch.disconnect();
      reject(new Error(`no result after Stop, but: ${output.textContent}`));
    }, 25_000);
    watch.observe(output, { childList: true, characterData: true, subtree: true });
    document.querySelector(`${loop} [data-action="stop"]`).click();
    document.querySelector(`${next} [data-action="run"]`).click();
  });
}"""
"""Press Stop, and at once Run in another cell; gives milliseconds from the first to the result of `1+1`.

The other cell must not show a 2 before.
"""

ANSWERED = """(cell, result) => {
  const values = [...document.querySelectorAll(`${cell} [data-part="output"] pre`)];
  return values.some((value) => value.textContent === result);
}"""
"""Whether a cell shows this result."""

CHECK = """(exercise) => {
  const section = document.getElementById(`exercise-${exercise}`);
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const watch = new MutationObserver(() => {
      // An earlier verdict may be taken away first.
      if (!section.dataset.verdict) return;
      watch.disconnect();
      clearTimeout(late);
      resolve({ milliseconds: performance.now() - begin, verdict: section.dataset.verdict });
    });
    const late = setTimeout(() => {
      watch.disconnect();
      reject(new Error(`no verdict of ${exercise}`));
    }, 25_000);
    watch.observe(section, { attributeFilter: ["data-verdict"] });
    section.querySelector('[data-action="check"]').click();
  });
}"""
"""Press Check; gives the milliseconds until the verdict, and the verdict."""
