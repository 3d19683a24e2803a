export const roles = ['user', 'admin'] as const;
