import type { LegalDocument } from './legal-document.ts';

export const privacyPolicyEn: LegalDocument = {
  title: 'Privacy policy',
  description: 'What data {{brand}} keeps, why, for how long and who can see it.',
  short: [
    'We keep only what the service can’t work without.',
    'Passwords are stored as a hash: nobody can read them, including us.',
    'Our pages have no advertising, no counters and no third-party scripts.',
    'We don’t sell data.',
  ],
  risk: null,
  sections: [
    {
      title: 'What we keep',
      paragraphs: ['When you create an account and use it, our database holds:'],
      points: [
        'your email address, language and a password hash (argon2id);',
        'a campaign tag, if you came through a link that had one;',
        'when you confirmed your email, your age and these terms;',
        'sessions: when you signed in, the last renewal and the browser name, so you can recognise your device;',
        'your broker account ID, its balance without bonuses, its turnover and whether you’ve limited your trading;',
        'the signals you received and their results;',
        'if you join the challenge: the fact that you joined, your trades during it as reported by the broker, or the screenshots you send;',
        'your review, if you write one, and the name you asked us to show with it;',
        'whether you want the weekly digest by email, and on which days we sent it;',
        'which alerts you want and those of the last 30 days, your devices, and the name and ID of the Telegram chat you connected;',
        'the emails we sent you: their type and delivery status, without links once they’re sent.',
      ],
    },
    {
      title: 'Why',
      paragraphs: [
        'To let you in and keep others out, check your access to signals, work out your statistics and our share from the broker, and protect the service from abuse.',
      ],
    },
    {
      title: 'Who else sees your data',
      paragraphs: [
        'The partner broker receives the account ID we ask about. The mail server sees the emails it delivers. If the operator has turned on Turnstile, Cloudflare runs the robot check. If you turn on alerts, your browser’s push service delivers them encrypted and Telegram delivers those to your chat and can read them. We don’t share data with anyone else.',
        'The public record contains signals with no mention of who received them. A published review is visible to everyone. Challenge winners and top traders are shown with a masked address; only administrators see screenshots.',
      ],
    },
    {
      title: 'For how long',
      paragraphs: [
        'As long as your account exists. You can delete it at any time, and your personal data is gone right away. We delete an account after 7 days if its email isn’t confirmed. Sign-in attempt counters contain only hashes and last an hour or a day at most. Challenge screenshots are deleted 90 days after the challenge ends. Server logs contain no passwords, keys or email addresses.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can download a copy of everything we hold about you on the account page. You can also delete your account there by confirming with your password: your email, broker ID, balance, sessions, emails, your challenge trades and screenshots and the text of your reviews are gone right away. We keep your address for one more email, which confirms the deletion, and erase it as soon as that’s sent.',
        'What stays without your name: signals and their results, the number and ratings of reviews we’ve decided on, a number on the challenge’s signed list, turnover totals the broker has paid us for, the campaign tag and a note that an account was deleted. Entries in the public record don’t change, because they don’t show whose they are.',
        'For anything else, such as correcting your data, write to {{support}} from your email address. We’ll reply within 30 days.',
      ],
    },
    {
      title: 'Security',
      paragraphs: [
        'Connections are encrypted, session keys are renewed and short-lived, and links in emails work once. If someone copies your session key, we end that session and email you.',
      ],
    },
  ],
};
