import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const page = 'src/routes/index.tsx'
const left = 'useSignIn and useSignOut of Latchkey take redirectTo, and ignore callbackUrl.'
const hidden = 'move cannot see the fields that this action is called with.'

const current = `import { QwikAuth$ } from "@auth/qwik";
export const { useSignIn, useSignOut } = QwikAuth$(() => ({ trustHost: true, providers: [] }));
`
const former = `import { serverAuth$ } from "@builder.io/qwik-auth";
export const { useAuthSignin, useAuthSignout } = serverAuth$(() => ({ trustHost: true, providers: [] }));
`

async function movePage(
  maker: string,
  text: string,
): Promise<{ readonly output: string; readonly moved: string }> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    [plugin]: maker,
    [page]: text,
  })
  const { code, output, errors } = await sandbox.run(['move', '--yes'])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return { output, moved: sandbox.read(page) }
}

describe('callbackUrl in the options of an action of @auth/qwik, which passed it on', () => {
  const start = 'import { useSignIn, useSignOut as useOut } from "./plugin@auth";\n'

  it.each([
    [
      'a submit',
      'const a = useSignIn();\na.submit({ providerId: "x", options: { callbackUrl: "/in" } });',
      'a.submit({ providerId: "x", options: { redirectTo: "/in" } });',
    ],
    [
      'a short property',
      'const a = useSignIn();\na.submit({ options: { callbackUrl } });',
      'a.submit({ options: { redirectTo: callbackUrl } });',
    ],
    [
      'a submit of the hook itself',
      'useSignIn().submit({ options: { "callbackUrl": "/in" } });',
      'useSignIn().submit({ options: { redirectTo: "/in" } });',
    ],
    [
      'a form',
      'const a = useSignIn();\n<Form action={a}><input name="options.callbackUrl" /></Form>',
      '<Form action={a}><input name="options.redirectTo" /></Form>',
    ],
    [
      'a form with an expression',
      "const a = useSignIn();\n<Form action={a}><input name={'options.callbackUrl'} /></Form>",
      "<Form action={a}><input name={'options.redirectTo'} /></Form>",
    ],
    [
      'an action of an alias',
      'const a = useOut();\na.submit({ options: { callbackUrl: "/out" } });',
      'a.submit({ options: { redirectTo: "/out" } });',
    ],
  ])('is renamed in %s', async (_what, text, after) => {
    const { output, moved } = await movePage(current, start + text)
    expect(moved).toContain(after)
    expect(output).not.toContain('Look at')
  })

  it('is reported beside redirectTo, and outside of the options', async () => {
    const text = `${start}const a = useSignIn();
a.submit({ options: { callbackUrl: "/a", redirectTo: "/b" } });
a.submit({ callbackUrl: "/c" });
`
    const { output, moved } = await movePage(current, text)
    expect(moved).toBe(text)
    expect(output).toContain(`${page}:3\n  ${left}`)
    expect(output).toContain(`${page}:4\n  ${left}`)
  })
})

describe('callbackUrl in what an action of @builder.io/qwik-auth is called with', () => {
  it.each([
    [
      'a member of a namespace',
      'import * as auth from "./plugin@auth";\nconst a = auth.useAuthSignin();\na.submit({ callbackUrl: "/in" });',
      'a.submit({ redirectTo: "/in" });',
    ],
    [
      'the hook itself',
      'import { useAuthSignout } from "./plugin@auth";\nuseAuthSignout().submit({ callbackUrl: "/out" });',
      'useSignOut().submit({ redirectTo: "/out" });',
    ],
    [
      'a form with an expression',
      'import { useAuthSignin } from "./plugin@auth";\nconst a = useAuthSignin();\n<Form action={a}><input name={"callbackUrl"} /></Form>',
      '<Form action={a}><input name={"redirectTo"} /></Form>',
    ],
  ])('is renamed for %s', async (_what, text, after) => {
    const { output, moved } = await movePage(former, text)
    expect(moved).toContain(after)
    expect(output).not.toContain('Look at')
  })

  it.each([
    ['an action of a parent', '\nprops.action.submit({ callbackUrl: "/in" });'],
    ['an object', '\nconst fields = { options: { callbackUrl } };'],
    ['an assignment', '\noptions.callbackUrl = "/in";'],
    [
      'a field of a component',
      '\nexport const Field = () => <input name="options.callbackUrl" />;',
    ],
    [
      'a form with an action of a parent',
      '\n<Form action={props.action}><input name="callbackUrl" /></Form>',
    ],
    ['a form of JavaScript', '\nform.append("callbackUrl", "/in");'],
  ])('is reported in %s', async (_what, text) => {
    const { output, moved } = await movePage(former, text)
    expect(moved).toBe(text)
    expect(output).toContain(`${page}:2\n  ${left}\n  Rename this to redirectTo`)
  })

  it.each([
    ['a spread', 'a.submit({ ...fields });'],
    ['the options', 'a.submit({ options: fields });'],
    ['short options', 'a.submit({ options });'],
    ['a spread in the options', 'a.submit({ options: { ...fields } });'],
  ])('is reported where %s may bring it', async (_what, line) => {
    const { output } = await movePage(
      former,
      `import { useAuthSignin } from "./plugin@auth";\nconst a = useAuthSignin();\n${line}\n`,
    )
    expect(output).toContain(`${page}:3\n  ${hidden}`)
  })

  it.each([
    ['a query', 'url.searchParams.get("callbackUrl"); url.searchParams.set("callbackUrl", "/");'],
    ['a link', '<a href={`/api/auth/signin?callbackUrl=${path}`}>in</a>'],
    ['a plain form', '<form action="/x"><input name="callbackUrl" /></form>'],
    ['a body', 'fetch(url, { body: new URLSearchParams({ csrfToken, callbackUrl }) });'],
    ['a value that is read', 'use(page.callbackUrl, callbackUrl);'],
  ])('is not reported in %s', async (_what, text) => {
    expect((await movePage(former, text)).output).not.toContain('Look at')
  })
})

it('callbackUrl in an app without Auth.js is left alone', async () => {
  const text =
    'import { useSignIn } from "other";\nuseSignIn().submit({ options: { callbackUrl } });'
  const { output, moved } = await movePage('', text)
  expect(moved).toBe(text)
  expect(output).not.toContain(left)
})
