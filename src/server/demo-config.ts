import { isIPv4 } from 'node:net';
import type { ConfigIssue } from './environment.ts';

type Given = Readonly<Record<string, string>>;

const allowed =
  'this machine only in demo mode, whose mailbox and password are open to everybody; DEMO_PUBLIC=on (no mailbox, a password of its own) allows any';

/** Settings by which others reach a demo that is open to everybody on its machine. */
export function demoIssues({ DEMO_PUBLIC: isPublic, HOST: host, PUBLIC_URL: url }: Given): ConfigIssue[] {
  if (isPublic === 'on') return [];
  const issues: ConfigIssue[] = [];
  if (host && !isLoopback(host)) issues.push({ name: 'HOST', value: host, allowed });
  if (url && /^https:/i.test(url)) issues.push({ name: 'PUBLIC_URL', value: url, allowed });
  return issues;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
