import type { LegalDocument } from './legal-document.ts';

export const privacyPolicyEn: LegalDocument = {
  title: 'Privacy policy',
  description: 'Which data {{brand}} keeps, why, for how long and who sees it.',
  short: [
    'We keep only what the service cannot work without.',
    'Passwords are kept as a hash: nobody can read them, nor can we.',
    'There is no advertising, no counter and no foreign script on our pages.',
    'We sell no data.',
  ],
  risk: null,
  sections: [
    {
      title: 'What we keep',
      paragraphs: ['When you create an account and use it, the database holds:'],
      points: [
        'your e-mail address, language and a hash of the password (argon2id);',
        'the tag of a campaign, if you came by a link that carried one;',
        'when you confirmed the e-mail, your age and these terms;',
        'sessions: when you signed in, the latest renewal and the name of the browser, so that you recognise your device;',
        'the ID of your account at the broker, its balance without bonuses, its turnover and whether you limited your trading;',
        'the signals you got and how they ended;',
        'if you join the challenge: that you joined, your trades of its days as the broker tells them, or the screenshots you send;',
        'a review, if you write one, and the name you asked to show with it;',
        'the mails we sent you: their kind and state, without links once they are sent.',
      ],
    },
    {
      title: 'Why',
      paragraphs: [
        'To let you in and nobody in your place, to check your access to signals, to compute your statistics and our share from the broker, and to protect the service from abuse.',
      ],
    },
    {
      title: 'Who else sees data',
      paragraphs: [
        'The partner broker gets from us the ID of the account that we ask about. The mail server sees the mails it delivers. Where the operator has chosen Turnstile, Cloudflare does the robot check. We pass data to nobody else.',
        'The public record holds signals without a word about who got them. A published review is seen by everybody. Winners of the challenge and the strongest series are shown with a masked address, screenshots to administrators alone.',
      ],
    },
    {
      title: 'For how long',
      paragraphs: [
        'As long as the account exists: you can delete it at any time, and your personal data is gone at once. An account whose e-mail nobody confirmed is deleted after 7 days. Counts of sign-in attempts hold hashes only and live for an hour or a day at most. Screenshots of the challenge are deleted 90 days after its end. The server’s log holds no passwords, keys or e-mail addresses.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'A copy of everything we hold about you can be downloaded on the account page. There you can also delete the account, confirmed by your password: your address, broker ID, balance, sessions, limits, e-mails, your trades and screenshots of the challenge and the words of reviews are gone at once. The address is kept for one more e-mail that confirms it, and erased as soon as that is sent.',
        'What stays without a name: signals with their results, the number and rating of reviews that were decided on, a number on a signed list of the challenge, sums of turnover that the broker has paid us for, the campaign label, and a note that an account was deleted. If your stop or limits held that day, a hash of the broker ID under a secret key stays until midnight, so that a new account cannot get around them. Entries of the public record do not change, as they do not show whose they are.',
        'For anything else, such as a correction, write to {{support}} from your address. We answer within 30 days.',
      ],
    },
    {
      title: 'Protection',
      paragraphs: [
        'Connections are encrypted, the keys of sessions are renewed and short-lived, links in mails work once. If somebody copies the key of your session, we end that session and write to you.',
      ],
    },
  ],
};
