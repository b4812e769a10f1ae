/** Width and height of the page in CSS pixels: a phone. */
export const size = { width: 390, height: 844 };

/** What the journeys need of a browser. Selectors are CSS. */
export interface Engine {
  name: string;
  /** Starts with neither cookies nor storage. */
  reset(): Promise<void>;
  goto(url: string): Promise<void>;
  /** Runs a function in the page; its text is sent, so it must not use anything around it. */
  run<R, A extends unknown[]>(work: (...values: A) => R | Promise<R>, ...values: A): Promise<R>;
  /** Presses the middle of the element, as a person does. */
  press(selector: string): Promise<void>;
  /** Types into the element by keys. */
  type(selector: string, text: string): Promise<void>;
  back(): Promise<void>;
  /** Errors of the pages' consoles since the last call. */
  takeErrors(): Promise<string[]>;
  close(): Promise<void>;
}
