/** Yields to the browser, so that it can handle input or paint first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
