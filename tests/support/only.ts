/** What a test uses of another module; the use of anything else is an error that names it. */
export const only = <Api extends object>(members: NoInfer<Partial<Api>>): Api =>
  new Proxy<object>(members, {
    get: (target, name, receiver) => {
      if (name in target || typeof name === 'symbol') return Reflect.get(target, name, receiver);
      throw new Error(`this test does not offer ${name}`);
    },
  }) as Api;
