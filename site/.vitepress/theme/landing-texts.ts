/** The tasks that developers ask about most. */
export const tasks = [
  { text: 'Add sign-in to an app', link: '/guide/getting-started' },
  { text: 'Guard a page', link: '/guide/guards' },
  { text: 'Sign in with a service', link: '/guide/oauth' },
  { text: 'Store users in a database', link: '/adapters/' },
  { text: 'Use passwords', link: '/guide/passwords' },
  { text: 'Add a second factor', link: '/guide/second-factors' },
  { text: 'Build your own sign-in page', link: '/guide/pages' },
  { text: 'Test a signed-in user', link: '/guide/testing' },
  { text: 'Deploy', link: '/guide/deploying' },
  { text: 'Move from Auth.js', link: '/guide/moving' },
  { text: 'Understand a log line', link: '/reference/errors' },
  { text: 'Find an option', link: '/reference/configuration' },
] as const

export const features = [
  {
    title: '163 providers',
    text: 'Each provider is a file of its own, so your app loads only the ones that you import.',
    link: '/providers/',
  },
  {
    title: 'Passkeys and second factors',
    text: 'Passkeys fill themselves in. Authenticator apps, mailed codes and recovery codes protect passwords.',
    link: '/guide/passkeys',
  },
  {
    title: 'An account page',
    text: 'Users change their address, connect accounts, end sessions and delete their account.',
    link: '/guide/account-page',
  },
  {
    title: 'Your database',
    text: 'PostgreSQL, MySQL, MariaDB, SQLite, Redis, or the adapter package that you use today.',
    link: '/adapters/',
  },
  {
    title: 'Clear errors',
    text: 'Each mistake is one log line that says what is wrong, where, and how to fix it.',
    link: '/reference/mistakes',
  },
  {
    title: 'Tested by attack',
    text: 'Run the attacks that Latchkey withstands against your own app, with one command.',
    link: '/security/attacks',
  },
] as const
