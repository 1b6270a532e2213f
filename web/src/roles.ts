/**
 * Who does what: the learner's interpreter runs cells; the judge never runs a learner's program; the
 * spare waits and takes over from the learner's; the examinee observes one submission and is ended.
 *
 * After every change `Roles` looks at the seats and does what is due. It may do so at any time, any number
 * of times:
 *
 *     learner empty or failed, spare there   the spare takes over
 *     learner empty                          start one
 *     learner ready, judge empty             start one, unless memory is short
 *     learner ready, spare empty, no check   start one, unless memory is short
 */

import type { Clock } from "./clock.ts";
import type { StartWorker } from "./interpreter.ts";
import type { WorkerRole } from "./protocol.ts";
import { Seat } from "./seat.ts";

export interface RolesOptions {
  /** Gives what starts a worker, in the room that its role calls for. */
  readonly start: (role: WorkerRole) => StartWorker;
  readonly clock: Clock;
  /** Memory is short: no spare, the judge only when needed. */
  readonly thrifty: boolean;
  /** Told of every change; the learner's seat has been seen to, the others not yet: they can wait. */
  readonly changed: () => void;
}

export class Roles {
  readonly learner: Seat;
  readonly spare: Seat;
  readonly judge: Seat;
  readonly examinee: Seat;
  readonly #options: RolesOptions;
  #open = false;
  #examining = false;

  constructor(options: RolesOptions) {
    this.#options = options;
    const seat = (role: WorkerRole): Seat =>
      new Seat(
        () => options.start(role),
        options.clock,
        () => {
          this.#changed();
        },
      );
    this.learner = seat("learner");
    this.spare = seat("learner");
    this.judge = seat("judge");
    this.examinee = seat("learner");
  }

  /** Starts the learner's interpreter, and the others once that is ready. */
  open(): void {
    this.#open = true;
    this.#changed();
  }

  /** Ends everything, at once. */
  close(): void {
    this.#open = false;
    this.#examining = false;
    for (const seat of [this.learner, this.spare, this.judge, this.examinee]) seat.clear("stopped");
  }

  /** Readies an interpreter that has run nothing, and the judge; `changed` tells when they are there. */
  beginExamination(): void {
    this.#examining = true;
    this.examinee.clear("stopped");
    this.examinee.adopt(this.spare);
    this.examinee.fill();
    this.judge.fill();
    this.#changed();
  }

  /** Ends the interpreter that ran the submission; a new spare takes its place. */
  endExamination(): void {
    this.#examining = false;
    this.examinee.clear("stopped");
    // It may go better now, and the next check will want one.
    if (this.spare.state.kind === "failed") this.spare.clear("stopped");
    this.#changed();
  }

  #changed(): void {
    if (!this.#open) return;
    this.#assignLearner();
    this.#options.changed();
    // A room is made for them, which takes a moment.
    this.#assignOthers();
  }

  #assignLearner(): void {
    const { learner, spare } = this;
    const lost = learner.state.kind === "empty" || learner.state.kind === "failed";
    if (lost) learner.adopt(spare);
    if (learner.state.kind === "empty") learner.fill();
  }

  #assignOthers(): void {
    const { learner, spare, judge } = this;
    if (!this.#open || learner.state.kind !== "ready" || this.#options.thrifty) return;
    if (judge.state.kind === "empty") judge.fill();
    if (spare.state.kind === "empty" && !this.#examining) spare.fill();
  }
}
