/** Lets the browser answer a press, or paint, before what comes next. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
