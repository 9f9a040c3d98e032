/**
 * A module that answers for GitHub in the server's process, because the provider's URLs are fixed.
 * Preload it with `--import`.
 */
export const fakeGitHub = `
const answers = {
  'https://github.com/login/oauth/access_token': { access_token: 'token-1', token_type: 'bearer' },
  'https://api.github.com/user': { id: 7, login: 'ada', name: 'Ada Lovelace', avatar_url: '/a.png' },
  'https://api.github.com/user/emails': [
    { email: 'ada@example.com', primary: true, verified: true },
  ],
}
const realFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const answer = answers[input instanceof Request ? input.url : String(input)]
  return answer ? Promise.resolve(Response.json(answer)) : realFetch(input, init)
}
`
