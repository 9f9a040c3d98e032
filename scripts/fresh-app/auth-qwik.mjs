/**
 * The same app with @auth/qwik: the same providers and the same forms, as its guide has them.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const authQwikApp = {
  'src/routes/plugin@auth.ts': `import { QwikAuth$ } from "@auth/qwik";
import Credentials from "@auth/qwik/providers/credentials";
import GitHub from "@auth/qwik/providers/github";

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(
  () => ({
    pages: { signIn: "/signin/" },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: ({ email, password }) =>
          email === "ada@example.com" && password === "lovelace"
            ? { id: "1", name: "Ada", email }
            : null,
      }),
      GitHub,
    ],
  }),
);
`,
  'src/routes/signin/index.tsx': `import { component$ } from "@builder.io/qwik";
import { Form, type DocumentHead } from "@builder.io/qwik-city";
import { useSession, useSignIn, useSignOut } from "../plugin@auth";

export const head: DocumentHead = { title: "Sign in" };

export default component$(() => {
  const session = useSession();
  return <main>{session.value?.user ? <SignedIn /> : <SignIn />}</main>;
});

const SignIn = component$(() => {
  const signIn = useSignIn();
  return (
    <>
      <h1>Sign in</h1>
      {signIn.value?.failed && <p role="alert">That did not work.</p>}
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="credentials" />
        <input type="hidden" name="options.redirectTo" value="/" />
        <p>
          <label for="email">E-mail</label>
          <input id="email" name="options.email" type="email" />
        </p>
        <p>
          <label for="password">Password</label>
          <input id="password" name="options.password" type="password" />
        </p>
        <button>Sign in</button>
      </Form>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="github" />
        <input type="hidden" name="options.redirectTo" value="/" />
        <button>Sign in with GitHub</button>
      </Form>
    </>
  );
});

const SignedIn = component$(() => {
  const session = useSession();
  const signOut = useSignOut();
  return (
    <>
      <h1>You are signed in</h1>
      <p>as {session.value?.user?.name}</p>
      <Form action={signOut}>
        <input type="hidden" name="redirectTo" value="/" />
        <button>Sign out</button>
      </Form>
    </>
  );
});
`,
}
