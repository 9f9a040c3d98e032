/**
 * An app with `@auth/qwik` in the shape of the official example: GitHub, a header with the session,
 * a page for users, and a session with more fields. Only `move` may change it.
 */
export const authJsApp: Readonly<Record<string, string>> = {
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
    "@builder.io/qwik": "^1.20.1",
    "@builder.io/qwik-city": "^1.20.1",
    "typescript": "5.4.5",
    "vite": "^7.3.0"
  }
}
`,
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "ES2020",
    "module": "ES2022",
    "lib": ["es2022", "DOM", "WebWorker", "DOM.Iterable"],
    "jsx": "react-jsx",
    "jsxImportSource": "@builder.io/qwik",
    "strict": true,
    "moduleResolution": "Bundler",
    "esModuleInterop": true,
    "skipLibCheck": true,
    "isolatedModules": true,
    "noEmit": true,
    "types": ["node"],
    "paths": { "~/*": ["./src/*"] }
  },
  "include": ["src", "./*.ts"]
}
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
  'adapters/node-server/vite.config.ts': `import { nodeServerAdapter } from "@builder.io/qwik-city/adapters/node-server/vite";
import { extendConfig } from "@builder.io/qwik-city/vite";
import baseConfig from "../../vite.config";

export default extendConfig(baseConfig, () => ({
  build: {
    ssr: true,
    rollupOptions: { input: ["src/entry.node-server.tsx", "@qwik-city-plan"] },
  },
  plugins: [nodeServerAdapter({ name: "node-server" })],
}));
`,
  'src/root.tsx': `import { component$ } from "@builder.io/qwik";
import { QwikCityProvider, RouterOutlet } from "@builder.io/qwik-city";

export default component$(() => {
  return (
    <QwikCityProvider>
      <head>
        <meta charset="utf-8" />
      </head>
      <body lang="en">
        <RouterOutlet />
      </body>
    </QwikCityProvider>
  );
});
`,
  'src/entry.ssr.tsx': `import {
  renderToStream,
  type RenderToStreamOptions,
} from "@builder.io/qwik/server";
import Root from "./root";

export default function (opts: RenderToStreamOptions) {
  return renderToStream(<Root />, opts);
}
`,
  'src/entry.node-server.tsx': `import { createQwikCity } from "@builder.io/qwik-city/middleware/node";
import qwikCityPlan from "@qwik-city-plan";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import render from "./entry.ssr";

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan });

const server = createServer((req, res) => {
  staticFile(req, res, () => {
    router(req, res, () => {
      notFound(req, res, () => {});
    });
  });
});

server.listen(0, "localhost", () => {
  console.log("listening on " + (server.address() as AddressInfo).port);
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
        <Form action={signInSig}>
          <input type="hidden" name="providerId" value="github" />
          <input type="hidden" name="options.redirectTo" value="/protected/" />
          <button>Sign in</button>
        </Form>
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
