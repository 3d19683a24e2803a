// The browser build resolves `zod` to this module (vite.config.ts), so that the setting precedes every schema.
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
