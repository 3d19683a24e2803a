import type { Config } from '@react-router/dev/config';
import { prerenderedPaths } from './src/web/paths.ts';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  prerender: { paths: ['/', ...prerenderedPaths], concurrency: 1 },
} satisfies Config;
