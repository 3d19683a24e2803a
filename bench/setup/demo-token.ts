import { z } from 'zod';

const Answer = z.object({ accessToken: z.string() });

/** The access token of the demo account, by a real login. */
export async function demoToken(url: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@kurs.example', password: 'Kurs-demo-1' }),
  });
  return Answer.parse(await response.json()).accessToken;
}
