import { appShell } from './app-shell.js'

/**
 * An app with `@auth/qwik` in the shape of the official example: GitHub, a header with the session and
 * with the ways to sign in that the guide of Auth.js shows, a page for users, and a session with more
 * fields. It names the versions that the example names, and has a lock file, as the example does. Only
 * `move` may change it.
 */
export const authJsApp: Readonly<Record<string, string>> = {
  ...appShell,
  'package.json': `{
  "name": "qwik-app-with-auth-js",
  "private": true,
  "type": "module",
  "scripts": {
    "build": "qwik build",
    "build.types": "tsc --incremental --noEmit"
  },
  "devDependencies": {
    "@auth/qwik": "latest",
    "@builder.io/qwik": "^1.5.7",
    "@builder.io/qwik-city": "^1.5.7",
    "@types/node": "^20.12.7",
    "typescript": "5.4.5",
    "vite": "^5.2.10"
  }
}
`,
  'pnpm-lock.yaml': `lockfileVersion: '9.0'

importers:
  .:
    devDependencies:
      '@auth/qwik':
        specifier: latest
        version: 0.9.1(@builder.io/qwik-city@1.5.7)(@builder.io/qwik@1.5.7)
      '@builder.io/qwik':
        specifier: ^1.5.7
        version: 1.5.7
      '@builder.io/qwik-city':
        specifier: ^1.5.7
        version: 1.5.7
      vite:
        specifier: ^5.2.10
        version: 5.2.10

packages:
  '@auth/core@0.41.1':
    peerDependencies:
      nodemailer: ^6.8.0
  '@auth/qwik@0.9.1':
    peerDependencies:
      '@builder.io/qwik': '>=1.6.0'
`,
  'vite.config.ts': `/**
 * The config of the client build. The config in adapters/ extends it.
 */
import { defineConfig, type UserConfig } from "vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { qwikCity } from "@builder.io/qwik-city/vite";

export default defineConfig((): UserConfig => {
  return {
    plugins: [qwikCity(), qwikVite()],
    resolve: { alias: { "~": "/src" } },
    optimizeDeps: {
      include: ["@auth/qwik"],
    },
    server: {
      headers: { "Cache-Control": "public, max-age=0" },
    },
  };
});
`,
  'src/routes/plugin@auth.ts': `import { DefaultSession, QwikAuth$ } from "@auth/qwik";
import GitHub from "@auth/qwik/providers/github";

declare module "@auth/qwik" {
  interface Session {
    user: {
      roles: string[];
    } & DefaultSession["user"];
  }
}

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(
  () => ({
    providers: [GitHub],
    callbacks: {
      session({ session }) {
        session.user.roles = ["reader"]; // every user may read
        return session;
      },
    },
  }),
);
`,
  'src/routes/layout.tsx': `import { component$, Slot } from "@builder.io/qwik";
import type { RequestHandler } from "@builder.io/qwik-city";
import { Header } from "~/components/header/header";

export const onGet: RequestHandler = async ({ cacheControl }) => {
  cacheControl({ staleWhileRevalidate: 60 * 60 * 24 * 7, maxAge: 5 });
};

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
  'src/components/header/header.tsx': `import { component$ } from "@builder.io/qwik";
import { Form, Link } from "@builder.io/qwik-city";
import { useSession, useSignIn, useSignOut } from "~/routes/plugin@auth";

export const Header = component$(() => {
  const session = useSession();
  const signInSig = useSignIn();
  const signOutSig = useSignOut();

  return (
    <header>
      <Link href="/">Home</Link>
      {session.value?.user ? (
        <>
          <img src={session.value.user.image ?? ""} alt="" width="40" height="40" />
          <span>{session.value.user.name}</span>
          <span>{session.value.user.roles.join(", ")}</span>
          <button onClick$={() => signOutSig.submit({ redirectTo: "/" })}>
            Logout
          </button>
        </>
      ) : (
        <>
          <Form action={signInSig}>
            <input type="hidden" name="providerId" value="github" />
            <input type="hidden" name="options.redirectTo" value="/protected/" />
            <button>Sign in</button>
          </Form>
          <button onClick$={() => signInSig.submit({ redirectTo: "/" })}>
            SignIn
          </button>
          <Link onClick$={() => signInSig.submit({ redirectTo: "/" })}>
            Other ways
          </Link>
        </>
      )}
    </header>
  );
});
`,
  'src/routes/index.tsx': `import { component$ } from "@builder.io/qwik";

export default component$(() => {
  return <h1>Auth.js with Qwik</h1>;
});
`,
  'src/routes/protected/index.tsx': `import { component$ } from "@builder.io/qwik";
import type { RequestHandler } from "@builder.io/qwik-city";
import type { Session } from "@auth/qwik";

export const onRequest: RequestHandler = (event) => {
  const session: Session | null = event.sharedMap.get("session");
  if (!session || new Date(session.expires) < new Date()) {
    throw event.redirect(302, "/");
  }
};

export default component$(() => {
  return <h1>Only for users</h1>;
});
`,
}
