import { QwikCityProvider, RouterOutlet } from '@builder.io/qwik-city'
import { renderToStream, type RenderToStreamOptions } from '@builder.io/qwik/server'
import plan from '@qwik-city-plan'
import { describe, expect, it } from 'vitest'
import { makeApp } from '../../support/apps/app.js'
import { openSite } from './site.js'
import { useSignIn, useSignOut } from './routes/plugin@auth.js'
import type { Answer } from './visitor.js'

// The instance of the other tests is in this process, too.
const elsewhere = makeApp({ basePath: '/elsewhere/auth' })
const site = openSite({
  plan,
  config: () => elsewhere.config,
  render: (options: RenderToStreamOptions) =>
    renderToStream(
      <QwikCityProvider>
        <body>
          <RouterOutlet />
        </body>
      </QwikCityProvider>,
      {
        ...options,
        containerTagName: 'html',
        qwikLoader: { include: 'never' },
        // No client was built that could say where its symbols are.
        symbolMapper: (symbol) => [symbol, 'client.js'],
      },
    ),
})
const form = { providerId: 'credentials', username: 'Ada', password: '/ada.png' }

describe('an application whose plugin file exports all four members', () => {
  it("F5: renders the user's name, and after the sign-out no name", async () => {
    const visitor = site.visitor()
    expect(await whoAt(await visitor.open('/'))).toBe('nobody')
    const signedIn = await visitor.post(useSignIn, form, '/')
    expect([signedIn.status, signedIn.location]).toEqual([302, '/'])
    expect(await whoAt(await visitor.land(signedIn))).toBe('Ada')
    const signedOut = await visitor.post(useSignOut, {}, '/')
    expect(await whoAt(await visitor.land(signedOut))).toBe('nobody')
  })

  it('F4: renders why a sign-in was refused, in the form', async () => {
    const answer = await site.visitor().post(useSignIn, { ...form, password: 'wrong' }, '/')
    expect(answer.status).toBe(401)
    expect(await textOf('errors', answer)).toContain('do not match')
  })

  it.each([
    ['refused', {}],
    ['refused, under `options.`', { password: '', 'options.password': 'wrong hunter2' }],
    ['invalid', { 'redirectTo[]': '/' }],
    ['for a provider that there is not', { providerId: 'nobody' }],
  ])('keeps the password of a form that was %s out of the page', async (_, fields) => {
    const password = 'wrong hunter2'
    const answer = await site.visitor().post(useSignIn, { ...form, password, ...fields }, '/')
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const html = await answer.response.text()
    expect(html).toContain('Ada')
    expect(html).not.toContain('hunter2')
  })

  it('has forms that work without JavaScript', async () => {
    const html = await (await site.visitor().open('/')).response.text()
    const actions = [...html.matchAll(/<form[^>]* action="([^"]*)"/g)].map(([, action]) => action)
    expect(actions).toEqual([
      expect.stringMatching(/^\?qaction=id_signin-\w+$/),
      expect.stringMatching(/^\?qaction=id_signout-\w+$/),
    ])
  })

  it.each([
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    "' onerror='alert(1)",
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '-->',
    ']]>',
    '&lt;script&gt;',
  ])('K9: renders the name %j as text', async (name) => {
    const tags = tagsOf(await renderFor(name))
    expect(tags).toEqual(tagsOf(await renderFor('Ada')))
    expect(tags).toContain('<p id="">')
  })
})

async function renderFor(username: string): Promise<string> {
  const visitor = site.visitor()
  const signedIn = await visitor.post(useSignIn, { ...form, username, password: username }, '/')
  return (await visitor.land(signedIn)).response.text()
}

/** What a browser makes of it: elements with their attributes' names, and comments, in order. */
function tagsOf(html: string): readonly string[] {
  const markup = html.replace(/(<script[^>]*>).*?(<\/script>)/gs, '$1$2')
  return markup.replace(/="[^"]*"/g, '=""').match(/<[^>]*>/g) ?? []
}

async function whoAt(answer: Answer): Promise<string | undefined> {
  return textOf('who', answer)
}

async function textOf(id: string, { response }: Answer): Promise<string | undefined> {
  const html = await response.clone().text()
  const element = new RegExp(`<p id="${id}"[^>]*>(.*?)</p>`, 's').exec(html)?.[1]
  return element?.replace(/<!--.*?-->/g, '')
}
