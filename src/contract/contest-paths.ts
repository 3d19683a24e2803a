/**
 * Separate from the schemas, so that public pages can import the paths without bundling the
 * validator.
 */
export const contestPaths = {
  contest: '/api/user/contest',
  join: '/api/user/joinContest',
  leave: '/api/user/leaveContest',
  draw: '/api/user/contest/draw',
  proofs: '/api/user/contest/proofs',
  adminContest: '/api/admin/contest',
  adminDraw: '/api/admin/contest/draw',
  adminProof: '/api/admin/contest/proofs/:id',
  adminWinner: '/api/admin/contest/winners/:rank',
} as const;
