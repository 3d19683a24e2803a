// The only command a fresh clone needs: installs what is missing, then runs a task with the
// installed Node. Built-in modules only, and nothing newer than Node 20, because it runs before
// anything is installed.
import { dirname } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './run/install.mjs';
import { readHelp, runTask, tasks } from './run/task.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [task = '', ...args] = process.argv.slice(2);

if (!(task in tasks)) {
  console.error(`Usage: node scripts/run.mjs <task> [arguments]\nTasks: ${Object.keys(tasks).join(', ')}`);
  process.exit(64);
}
if (args.includes('--help') || args.includes('-h')) {
  console.log(readHelp(root, task));
  process.exit(0);
}
// npm changes to the project's folder and passes the original one in INIT_CWD; paths on the command
// line are relative to that.
const calledByNpm = process.env.npm_lifecycle_event !== undefined && process.cwd() === root;
const calledIn = (calledByNpm && process.env.INIT_CWD) || process.cwd();
chdir(root);
installIfNeeded(root);
runTask(root, task, args, calledIn);
