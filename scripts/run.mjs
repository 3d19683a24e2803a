// The only command a fresh clone needs: installs what is missing, then runs a task under the Node that was installed.
// Built-ins only, and nothing newer than Node 20: it runs before anything else exists.
import { dirname } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './run/install.mjs';
import { runTask, tasks } from './run/task.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [task = '', ...args] = process.argv.slice(2);

if (!(task in tasks)) {
  console.error(`Usage: node scripts/run.mjs <task> [arguments]\nTasks: ${Object.keys(tasks).join(', ')}`);
  process.exit(64);
}
// npm goes to the project's folder and says in INIT_CWD where it was called; paths on a command line are meant from there.
const calledByNpm = process.env.npm_lifecycle_event !== undefined && process.cwd() === root;
const calledIn = (calledByNpm && process.env.INIT_CWD) || process.cwd();
chdir(root);
installIfNeeded(root);
runTask(root, task, args, calledIn);
