/** EX_CONFIG of sysexits.h: the configuration must be changed before a start can succeed. */
const configurationExitCode = 78;

/** The product cannot start; the message is written for the operator at the terminal. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = configurationExitCode) {
    super(message);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}
