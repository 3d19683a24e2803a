export const authUk = {
  login: {
    pageTitle: 'Вхід',
    title: 'З поверненням',
    lead: 'Увійдіть, щоб отримувати сигнали.',
    email: 'Електронна пошта',
    emailMissing: 'Введіть свою електронну пошту',
    password: 'Пароль',
    passwordMissing: 'Введіть пароль',
    showPassword: 'Показати пароль',
    hidePassword: 'Сховати пароль',
    capsLock: 'Увімкнено Caps Lock',
    submit: 'Увійти',
    aside: '57 % — це стрілка ледь вище горизонту. Ми так і малюємо.',
    example: 'Приклад',
  },
} as const;
