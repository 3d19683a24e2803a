import type { authUk } from './auth.uk.ts';
import type { Translation } from './translation.ts';

export const authRu: Translation<typeof authUk> = {
  login: {
    pageTitle: 'Вход',
    title: 'С возвращением',
    lead: 'Войдите, чтобы получать сигналы.',
    email: 'Электронная почта',
    emailMissing: 'Введите свою электронную почту',
    password: 'Пароль',
    passwordMissing: 'Введите пароль',
    showPassword: 'Показать пароль',
    hidePassword: 'Скрыть пароль',
    capsLock: 'Включён Caps Lock',
    submit: 'Войти',
    aside: '57 % — это стрелка чуть выше горизонта. Мы так и рисуем.',
    example: 'Пример',
  },
};
