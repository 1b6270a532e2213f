/** Text of a program made fit to be shown: what steers a terminal must not steer a page. */

// Colours and cursor movements (CSI), window titles and links (OSC), short escapes.

const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

// Marks that turn the direction of writing: they could make a line look like another.
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Escape sequences dropped, other control characters as Python writes them (\x07), lone surrogates as �. */
export function plain(text: string): string {
  return text
    .replace(ESCAPES, "")
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, (character) => `\\x${hex(character, 2)}`)
    .replace(DIRECTIONS, (character) => `\\u${hex(character, 4)}`)
    .replace(LONE_SURROGATES, "\ufffd");
}

function hex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, "0");
}
