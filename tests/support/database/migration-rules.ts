import { isOnline, onlineStatement } from '#server/database/migrate-database.ts';

/**
 * Statements allowed on a table with rows and writers: none that scans it under a lock, and none
 * that breaks the previous version. A table created in the same file is empty, so any statement is
 * allowed on it.
 */
const allowed: readonly RegExp[] = [
  /^create (table|type|sequence|schema|view|or replace view|(or replace )?function|trigger)\b/i,
  /^(drop trigger|comment on)\b/i,
];

/** Actions of ALTER TABLE; each action of a statement is checked separately. */
const allowedActions: readonly RegExp[] = [
  /^add column /i,
  /^add constraint \S+ (check|foreign key) .* not valid$/i,
  /^add constraint \S+ (unique|primary key) using index \S+$/i,
  /^validate constraint \S+$/i,
  /^drop constraint (if exists )?\S+$/i,
  /^alter column \S+ (set default .*|set statistics \d+|set storage \w+)$/i,
  /^(set|reset) \(.*\)$/i,
];
/**
 * Stored once and not in every row: a constant, or a value that is the same for all rows of the
 * statement.
 */
const constantDefault = /\bdefault ('[^']*'(::[\w ]+)?|[\d.]+|true|false|null|now\(\))( not null)?$/i;
const inlineConstraint = /\b(references|check|unique|primary key|generated|serial|bigserial|smallserial)\b/i;

/**
 * The statements of a migration file that may block writers or break the previous version, each
 * with the reason.
 */
export function unsafeStatements(file: string): string[] {
  const statements = file.split('--> statement-breakpoint');
  const created = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?(\S+)/i.exec(plain(one))?.[1] ?? []),
  );
  const isOnlineFile = statements.some(isOnline);
  return statements.flatMap((statement) => {
    const text = plain(statement);
    if (text === '' || /^\s*-- safe because: \S/m.test(statement)) return [];
    if (isOnlineFile)
      return onlineStatement(statement) ? [] : [`not repeatable, beside a concurrent build or a validation: ${text}`];
    const table = toTable(text);
    if (table !== null && created.has(table)) return [];
    return isAllowed(text) ? [] : [text];
  });
}

function isAllowed(text: string): boolean {
  if (allowed.some((pattern) => pattern.test(text))) return true;
  const actions = /^alter table (?:if exists )?(?:only )?\S+ (.*)$/i.exec(text)?.[1];
  return actions !== undefined && topLevel(actions).every(isAllowedAction);
}

function isAllowedAction(action: string): boolean {
  if (!allowedActions.some((pattern) => pattern.test(action))) return false;
  if (!/^add column/i.test(action)) return true;
  if (inlineConstraint.test(action)) return false;
  return /\bdefault\b/i.test(action) ? constantDefault.test(action) : !/\bnot null\b/i.test(action);
}

/** The table whose rows a statement touches. */
const toTable = (text: string): string | null =>
  /^(?:alter table (?:only )?|create (?:unique )?index .*? on (?:only )?|create trigger .* on |insert into )(\S+)/i.exec(
    text,
  )?.[1] ?? null;

const plain = (statement: string): string =>
  statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().replace(/ ?;$/, '');

/** Splits at commas outside parentheses. */
function topLevel(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of list) {
    depth += Number(char === '(') - Number(char === ')');
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}
