/** A browser visitor of the sandbox broker: a cookie, and the forms of its pages. */
export interface SandboxVisitor {
  /** Opens an account by the referral link and reads its ID from the page. */
  open(opening: { email: string; deposit: string }): Promise<string>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<void>;
}

export function visitSandbox(referralLink: string): SandboxVisitor {
  let cookie = '';
  const { origin, searchParams } = new URL(referralLink);

  const read = async (address: string): Promise<string> => {
    const answer = await fetch(address, { headers: { cookie } });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer.text();
  };
  const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const key = /name="key" value="([^"]+)"/.exec(await read(`${origin}/login`))?.[1] ?? '';
    const body = new URLSearchParams({ key, ...fields });
    const answer = await fetch(origin + path, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
    const error = new URL(answer.headers.get('location') ?? '/', origin).searchParams.get('error');
    if (answer.status !== 303 || error) throw new Error(`the sandbox refused ${path}: ${error ?? answer.status}`);
  };

  return {
    open: async (opening) => {
      const referral = { partner: searchParams.get('partner') ?? '', campaign: searchParams.get('campaign') ?? '' };
      await post('/join', { ...opening, ...referral, adult: 'yes', training: 'yes' });
      return /class="id">(\d+)</.exec(await read(referralLink))?.[1] ?? '';
    },
    post,
  };
}
