import { describe, expect, it } from 'vitest'
import type { Sandbox } from './sandbox.js'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const page = 'src/routes/index.tsx'

const maker = `import { serverAuth$ } from "@builder.io/qwik-auth";
import GitHub from "@auth/core/providers/github";
import type { Provider } from "@auth/core/providers";

export const { onRequest, useAuthSession, useAuthSignin, useAuthSignout } =
  serverAuth$(({ env }) => ({
    secret: env.get("AUTH_SECRET"),
    trustHost: true,
    providers: [
      GitHub({ clientId: env.get("GITHUB_ID")! }),
    ] as Provider[],
  }));
`

function makeApp(files: Readonly<Record<string, string>>): Sandbox {
  return makeTypeScriptApp({
    'package.json': `{
  "devDependencies": {
    "@auth/core": "^0.30.0",
    "@builder.io/qwik-auth": "^0.2.3",
    "@builder.io/qwik-city": "^1.20.1"
  }
}
`,
    'vite.config.ts': 'export default { plugins: [qwikCity()] }\n',
    [page]: '',
    [plugin]: maker,
    ...files,
  })
}

describe('latchkey move with an app of @builder.io/qwik-auth', () => {
  it('renames the initializer and its members, and keeps the URLs', async () => {
    const sandbox = makeApp({})
    const { code, errors } = await sandbox.run(['move', '--yes'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(sandbox.read(plugin)).toBe(`import { routeAuth$ } from "latchkey";
import GitHub from "latchkey/providers/github";
import type { Provider } from "latchkey";

export const { onRequest, useSession, useSignIn, useSignOut } =
  routeAuth$(({ env }) => ({
    basePath: "/api/auth",
    secret: env.get("AUTH_SECRET"),
    trustHost: true,
    providers: [
      GitHub({ clientId: env.get("GITHUB_ID")! }),
    ] as Provider[],
  }));
`)
    expect(sandbox.read('vite.config.ts')).toContain(
      '[latchkey({ basePath: "/api/auth" }), qwikCity()]',
    )
    expect(JSON.parse(sandbox.read('package.json'))).toEqual({
      dependencies: { latchkey: '^0.1.0' },
      devDependencies: { '@builder.io/qwik-city': '^1.20.1' },
    })
    expect(await sandbox.run(['move'])).toEqual({
      code: 0,
      output: 'Nothing to move.\n',
      errors: '',
    })
  })

  it('renames the members and callbackUrl across the app', async () => {
    const sandbox = makeApp({
      [page]: `import { useAuthSession, useAuthSignin, useAuthSignout as useOut } from "~/routes/plugin@auth";
export default component$(() => {
  const session = useAuthSession();
  const signIn = useAuthSignin();
  const out = useOut();
  const callbackUrl = "/a";
  return (
    <>
      <Form action={signIn}>
        <input name="providerId" value="github" />
        <input name="options.callbackUrl" value="/in" />
      </Form>
      <form action="/search"><input name="callbackUrl" /></form>
      <button onClick$={() => signIn.submit({ providerId: "github", options: { callbackUrl: "/in" } })} />
      <button onClick$={() => signIn.submit({ callbackUrl })} />
      <button onClick$={() => out.submit({ callbackUrl: "/out" })} />
    </>
  );
});
`,
      'src/auth-again.ts': `export { useAuthSession } from "./routes/plugin@auth";\n`,
      'src/member.ts': `import * as auth from "./routes/plugin@auth";\nexport const use = auth.useAuthSignin;\n`,
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read(page))
      .toBe(`import { useSession, useSignIn, useSignOut as useOut } from "~/routes/plugin@auth";
export default component$(() => {
  const session = useSession();
  const signIn = useSignIn();
  const out = useOut();
  const callbackUrl = "/a";
  return (
    <>
      <Form action={signIn}>
        <input name="providerId" value="github" />
        <input name="options.redirectTo" value="/in" />
      </Form>
      <form action="/search"><input name="callbackUrl" /></form>
      <button onClick$={() => signIn.submit({ providerId: "github", options: { redirectTo: "/in" } })} />
      <button onClick$={() => signIn.submit({ redirectTo: callbackUrl })} />
      <button onClick$={() => out.submit({ redirectTo: "/out" })} />
    </>
  );
});
`)
    expect(sandbox.read('src/auth-again.ts')).toBe(
      `export { useSession as useAuthSession } from "./routes/plugin@auth";\n`,
    )
    expect(sandbox.read('src/member.ts')).toContain('auth.useSignIn;')
  })

  it('renames the members that pass through another file', async () => {
    const sandbox = makeApp({
      'src/barrel.ts': 'export * from "./routes/plugin@auth";\n',
      'src/second.ts': 'export * from "~/barrel";\n',
      'src/named.ts': 'export { useAuthSession } from "./barrel";\n',
      [page]: `import { useAuthSession } from "~/second";
import { useAuthSession as useNamed } from "../named";
import * as named from "../named";
import * as barrel from "../barrel";
export const all = [useAuthSession, useNamed, named.useAuthSession, barrel.useAuthSession, other.useAuthSession];
`,
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read('src/named.ts')).toBe(
      'export { useSession as useAuthSession } from "./barrel";\n',
    )
    expect(sandbox.read(page)).toBe(`import { useSession } from "~/second";
import { useAuthSession as useNamed } from "../named";
import * as named from "../named";
import * as barrel from "../barrel";
export const all = [useSession, useNamed, named.useAuthSession, barrel.useSession, other.useAuthSession];
`)
  })

  it.each(['~/auth', '../auth', '../auth/index', '../auth/index.js', '@app/auth'])(
    'finds an instance in src/auth/index.ts behind %s',
    async (specifier) => {
      const sandbox = makeApp({
        [plugin]: '',
        'src/auth/index.ts': maker,
        'src/other/index.ts': 'export const useAuthSignin = 1;\n',
        [page]: `import { useAuthSession } from "${specifier}";
import { useAuthSignin } from "../other";
import { useAuthSignout } from "../other/index";
useAuthSession();
`,
      })
      await sandbox.run(['move', '--yes'])
      expect(sandbox.read(page)).toBe(`import { useSession } from "${specifier}";
import { useAuthSignin } from "../other";
import { useAuthSignout } from "../other/index";
useSession();
`)
    },
  )

  it('renames the members of an instance that is kept whole', async () => {
    const sandbox = makeApp({
      [plugin]: `import { serverAuth$ } from "@builder.io/qwik-auth";
export const auth = serverAuth$(() => ({ providers: [] }));
export const { useAuthSession } = auth;
const { useAuthSignin } = unrelated();
`,
      [page]: `import { auth } from "./plugin@auth";
export const use = [auth.useAuthSignin, unrelated.useAuthSignin];
`,
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read(plugin)).toContain('export const { useSession } = auth;')
    expect(sandbox.read(plugin)).toContain('const { useAuthSignin } = unrelated();')
    expect(sandbox.read(page)).toContain('[auth.useSignIn, unrelated.useAuthSignin]')
  })

  it('says what to do if it cannot see a config or the fields of an action', async () => {
    const sandbox = makeApp({
      [plugin]: `import { serverAuth$ } from "@builder.io/qwik-auth";
export const { useAuthSignin } = serverAuth$(makeConfig);
`,
      [page]: `import { useAuthSignin } from "./plugin@auth";
const signIn = useAuthSignin();
signIn.submit(fields);
`,
    })
    const { output } = await sandbox.run(['move', '--yes'])
    expect(output).toContain(`${plugin}:2\n`)
    expect(output).toContain("Add basePath: '/api/auth' to the config.")
    expect(output).toContain(`${page}:3\n`)
    expect(output).toContain('Rename callbackUrl to redirectTo in them.')
  })
})
