import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Account, openAccount } from './account.ts';

const Book = z.object({
  /** Signs the forms. */
  secret: z.string(),
  accounts: z.array(Account),
  /** Maps a visitor (a cookie) to an account. */
  visitors: z.array(z.tuple([z.string(), z.string()])),
});

const Seeds = z.array(z.object({ id: z.string(), balance: z.number(), email: z.string().default('') }));

const maxAccounts = 1_000;
const maxVisitors = 10_000;

/**
 * All accounts, saved in one file that is replaced atomically: after a crash it holds the old or
 * the new state.
 */
export interface AccountBook {
  find(id: string): Account | undefined;
  getAccount(visitor: string): Account | undefined;
  /** Null: the book is full. */
  open(opening: { email: string; partner: string; campaign: string | null; deposit: number }): Account | null;
  enter(visitor: string, id: string): void;
  leave(visitor: string): void;
  /**
   * The form token (CSRF) of this visitor, so that no other page can submit a form in their name.
   */
  getFormKey(visitor: string): string;
  /** Resolves when every change so far is on disk. */
  save(): Promise<void>;
}

interface AccountBookDependencies {
  readonly folder: string;
  /** A file of accounts that exist from the start. */
  readonly seedFile: string | null;
  readonly partner: string;
  readonly now: () => number;
}

export async function openAccountBook({
  folder,
  seedFile,
  partner,
  now,
}: AccountBookDependencies): Promise<AccountBook> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'accounts.json');
  const { secret, ...saved } = await readBook(file);
  const accounts = new Map(saved.accounts.map((account) => [account.id, account]));
  const visitors = new Map(saved.visitors);
  for (const { id, balance, email } of seedFile === null ? [] : await readSeeds(seedFile)) {
    if (accounts.has(id)) continue;
    accounts.set(id, openAccount({ id, email, partner, campaign: null }, Math.round(balance * 100), now()));
  }

  const write = async (): Promise<void> => {
    const book = { secret, accounts: [...accounts.values()], visitors: [...visitors] };
    await replaceFile(file, JSON.stringify(book));
  };
  const newId = (): string => {
    const id = String(randomInt(1_000_000, 10_000_000));
    return accounts.has(id) ? newId() : id;
  };
  /** Writes are serialised; pending changes are combined in the next write. */
  let writing = Promise.resolve();
  let waiting: Promise<void> | null = null;

  return {
    find: (id) => accounts.get(id),
    getAccount: (visitor) => accounts.get(visitors.get(visitor) ?? ''),
    open: ({ deposit, ...opening }) => {
      if (accounts.size >= maxAccounts) return null;
      const account = openAccount({ ...opening, id: newId() }, deposit, now());
      accounts.set(account.id, account);
      return account;
    },
    enter: (visitor, id) => {
      visitors.delete(visitor);
      if (visitors.size >= maxVisitors) visitors.delete(visitors.keys().next().value ?? '');
      visitors.set(visitor, id);
    },
    leave: (visitor) => void visitors.delete(visitor),
    getFormKey: (visitor) => createHmac('sha256', secret).update(visitor).digest('base64url'),
    save: () => {
      waiting ??= writing.then(() => {
        waiting = null;
        writing = write();
        return writing;
      });
      return waiting;
    },
  };
}

async function readBook(file: string): Promise<z.infer<typeof Book>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { secret: randomBytes(32).toString('hex'), accounts: [], visitors: [] };
  try {
    return Book.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is damaged: restore it from a backup, or delete it to begin with new accounts`, { cause });
  }
}

const readSeeds = async (file: string): Promise<z.infer<typeof Seeds>> =>
  Seeds.parse(JSON.parse(await readFile(file, 'utf8')));

async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.next`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
}
