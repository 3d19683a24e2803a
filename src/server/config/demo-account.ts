/**
 * The password is public on purpose: it opens a sandbox with a simulated market on the user's own
 * machine. A demo that others can reach has another one.
 */
export const demoAccount = { email: 'demo@kurs.example', password: 'Kurs-demo-1', traderId: '10000001' } as const;

/** Administers the demo on the user's own machine; one that others can reach has no such account. */
export const demoAdmin = { email: 'admin@kurs.example', password: 'Kurs-admin-1' } as const;
