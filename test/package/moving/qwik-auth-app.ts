import { appShell } from './app-shell.js'

/**
 * An app with `@builder.io/qwik-auth` in the shape of its guide: providers that get their options
 * from the environment, a form and buttons with `callbackUrl`, a guard, and hooks that another file
 * passes on. Only `move` may change it.
 */
export const qwikAuthApp: Readonly<Record<string, string>> = {
  ...appShell,
  'package.json': `{
  "name": "qwik-app-with-qwik-auth",
  "private": true,
  "type": "module",
  "scripts": {
    "build": "qwik build",
    "build.types": "tsc --incremental --noEmit"
  },
  "devDependencies": {
    "@auth/core": "^0.30.0",
    "@builder.io/qwik": "^1.5.7",
    "@builder.io/qwik-auth": "^0.2.2",
    "@builder.io/qwik-city": "^1.5.7",
    "@types/node": "^20.12.7",
    "typescript": "5.4.5",
    "vite": "^5.2.10"
  }
}
`,
  'vite.config.ts': `import { defineConfig } from "vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { qwikCity } from "@builder.io/qwik-city/vite";

export default defineConfig(() => {
  return {
    plugins: [qwikCity(), qwikVite()],
    resolve: { alias: { "~": "/src" } },
    optimizeDeps: {
      // The server needs it before the first request.
      include: ["@auth/core"],
    },
  };
});
`,
  'src/routes/plugin@auth.ts': `import { serverAuth$ } from "@builder.io/qwik-auth";
import type { Provider } from "@auth/core/providers";
import Credentials from "@auth/core/providers/credentials";
import GitHub from "@auth/core/providers/github";

export const { onRequest, useAuthSession, useAuthSignin, useAuthSignout } =
  serverAuth$(({ env }) => ({
    secret: env.get("AUTH_SECRET"),
    trustHost: true,
    providers: [
      GitHub({
        clientId: env.get("GITHUB_ID")!,
        clientSecret: env.get("GITHUB_SECRET")!,
      }),
      Credentials({
        credentials: { password: { label: "Password", type: "password" } },
        authorize: ({ password }) =>
          password === env.get("APP_PASSWORD")
            ? { id: "8", name: "Grace Hopper" }
            : null,
      }),
    ] as Provider[],
    callbacks: {
      jwt({ token, account }) {
        if (account) token.provider = account.provider;
        return token;
      },
      session({ session, token }) {
        return { ...session, provider: token.provider };
      },
    },
  }));
`,
  'src/auth.ts': `import type { Session } from "@auth/core/types";

export * from "~/routes/plugin@auth";

/** Whether a session can still be used. */
export const isValid = (session: Session | null): session is Session =>
  session !== null && new Date(session.expires) > new Date();
`,
  'src/routes/layout.tsx': `import { component$, Slot } from "@builder.io/qwik";
import { Header } from "~/components/header";

export default component$(() => {
  return (
    <>
      <Header />
      <main>
        <Slot />
      </main>
    </>
  );
});
`,
  'src/components/header.tsx': `import { component$ } from "@builder.io/qwik";
import { Form } from "@builder.io/qwik-city";
import { useAuthSession, useAuthSignin, useAuthSignout } from "~/auth";

export const Header = component$(() => {
  const session = useAuthSession();
  const signIn = useAuthSignin();
  const signOut = useAuthSignout();

  return (
    <header>
      {session.value?.user ? (
        <>
          <span>{session.value.user.name}</span>
          <Form action={signOut}>
            <input type="hidden" name="callbackUrl" value="/?left" />
            <button>Sign out</button>
          </Form>
        </>
      ) : (
        <>
          <Form action={signIn}>
            <input type="hidden" name="providerId" value="github" />
            <input type="hidden" name="options.callbackUrl" value="/users/" />
            <button>Sign in</button>
          </Form>
          <button
            onClick$={() =>
              signIn.submit({
                providerId: "credentials",
                options: { password: "guest", callbackUrl: "/users/" },
              })
            }
          >
            Guest
          </button>
        </>
      )}
    </header>
  );
});
`,
  'src/routes/index.tsx': `import { component$ } from "@builder.io/qwik";

export default component$(() => {
  return <h1>Welcome</h1>;
});
`,
  'src/routes/users/index.tsx': `import { component$ } from "@builder.io/qwik";
import type { RequestHandler } from "@builder.io/qwik-city";
import { isValid } from "~/auth";

export const onRequest: RequestHandler = ({ sharedMap, redirect, url }) => {
  if (!isValid(sharedMap.get("session"))) {
    throw redirect(302, \`/api/auth/signin?callbackUrl=\${url.pathname}\`);
  }
};

export default component$(() => {
  return <h1>Only for users</h1>;
});
`,
}
