import { expect, test } from 'vitest';
import { startFakeSmtp, startSilentServer } from '#tests/support/network/fake-smtp.ts';
import { createSmtpMail, MailDelayed, MailRejected } from './mail.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const server = sharedByTests(startFakeSmtp);

const mail = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  to: 'olena@example.com',
  subject: 'Підтвердьте пошту',
  text: 'Посилання: https://kurs.example/x',
  html: '<p>Посилання</p>',
  lang: 'uk',
};

const sender = (url: string) =>
  createSmtpMail({ url, from: 'Kurs <mail@kurs.example>', host: 'kurs.example', timeoutMs: 300 });

test('sends both parts to one recipient with our id and marks the mail as automatic', async () => {
  await sender(server.url).send(mail);
  const received = await server.nth(1);
  expect(received.from).toMatchObject({ name: 'Kurs', address: 'mail@kurs.example' });
  expect(received.to).toEqual([{ name: '', address: 'olena@example.com' }]);
  expect(received.subject).toBe('Підтвердьте пошту');
  expect(received.text?.trim()).toBe(mail.text);
  expect(received.html?.trim()).toBe(mail.html);
  expect(received.messageId).toBe(`<${mail.id}@kurs.example>`);
  const headers = new Map(received.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('content-language')).toBe('uk');
});

test('reaches a mailbox at an international domain by its ASCII form, as mail servers know it', async () => {
  const before = server.received.length;
  await sender(server.url).send({ ...mail, to: 'olena@пошта.укр' });
  const received = await server.nth(before + 1);
  expect(new Map(received.headers.map(({ key, value }) => [key, value])).get('to')).toBe(
    'olena@xn--80a1acn3a.xn--j1amh',
  );
});

test('offers to unsubscribe by one POST, and only where there is something to unsubscribe from', async () => {
  const before = server.received.length;
  const address = 'https://kurs.example/api/user/digest-mail/unsubscribe/token?lang=uk';
  await sender(server.url).send({ ...mail, unsubscribe: address });
  await sender(server.url).send(mail);
  const toLines = async (nth: number) =>
    (await server.nth(nth)).headerLines
      .map(({ line }) => line.replaceAll(/\r?\n\s+/g, ' '))
      .filter((line) => line.startsWith('List-'));
  expect(await toLines(before + 1)).toEqual([
    `List-Unsubscribe: <${address}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]);
  expect(await toLines(before + 2)).toEqual([]);
});

test('never turns an address with line breaks into a header or a second recipient', async () => {
  const before = server.received.length;
  const to = 'a@example.com\r\nBcc: thief@example.com';
  await expect(sender(server.url).send({ ...mail, to, subject: 'x\r\nBcc: thief@example.com' })).rejects.toThrow();
  await sender(server.url).send({ ...mail, subject: 'x\r\nBcc: thief@example.com' });
  const received = await server.nth(before + 1);
  expect(received.bcc).toBeUndefined();
  expect(received.to).toEqual([{ name: '', address: 'olena@example.com' }]);
  expect(server.received).toHaveLength(before + 1);
});

test('treats 5xx about the recipient as final', async () => {
  server.be('refuses');
  await expect(sender(server.url).send(mail)).rejects.toThrow(MailRejected);
});

test('treats 4xx as temporary', async () => {
  server.be('greylists');
  await expect(sender(server.url).send(mail)).rejects.toThrow(MailDelayed);
});

test('treats a server that does not answer as temporary', async () => {
  const silent = await startSilentServer();
  await expect(sender(silent.url).send(mail)).rejects.toThrow(MailDelayed);
  await silent.close();
  await expect(sender(silent.url).send(mail)).rejects.toThrow(MailDelayed);
});

test('treats rejected credentials as our error, not as a bad address', async () => {
  server.be('accepts');
  await expect(sender(server.url.replace('//', '//user:wrong@')).send(mail)).rejects.toThrow(MailDelayed);
});
