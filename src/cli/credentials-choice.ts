import type { Choice } from './choice.js'

/** Passwords. Who has which is known to the app alone, so it begins by refusing everybody. */
export const credentialsChoice: Choice = {
  id: 'credentials',
  importName: 'Credentials',
  code: `      Credentials({
        credentials: {
          email: { label: "E-mail", type: "email", required: true },
          password: { label: "Password", type: "password", required: true },
        },
        async authorize({ email, password }) {
          if (typeof email !== "string" || typeof password !== "string") {
            return null;
          }
          // Nobody gets in yet. Find the person with this address, compare the
          // password with the hash that you keep, and return who it is:
          // return { id: person.id, name: person.name, email };
          return null;
        },
      }),`.split('\n'),
  readsEnv: false,
  isPasskey: false,
  needsAdapter: false,
  packages: [],
  advice: 'Write `authorize` in src/routes/plugin@auth.ts: until then no password is right.',
}
