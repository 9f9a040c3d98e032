import { environmentName } from '../config/variables.js'
import { indent, type Choice } from './choice.js'
import type { Service } from './service.js'
import { wrapComment } from './wrap-comment.js'

/** The engine reads these variables from the environment by itself. */
const keyOption = 'key'

/** Describes how to add a service that users sign in with, or that sends mails. */
export function chooseService(service: Service): Choice {
  const { id, importName, name, needs, registration, isMail } = service
  const variables = needs.map((option) => environmentName(id, option))
  const options = needs.filter((option) => isMail && option !== keyOption)
  const place = registration === '' ? '' : `: ${registration}`
  return {
    id,
    importName,
    code: [...wrapComment(explain(service, variables), indent), ...renderCall(service, options)],
    readsEnv: options.length > 0,
    environment: {
      comment: `${name}${place}`,
      variables: variables.map((variable) => ({ name: variable, value: '' })),
    },
    isPasskey: false,
    needsAdapter: isMail,
    packages: needs.includes('server') ? ['nodemailer'] : [],
    advice: `Set ${variables.join(', ')} in .env${explainValues(service)}`,
  }
}

/** Says where the values come from. */
function explainValues({ id, name, needs, registration, isMail }: Service): string {
  if (needs.includes('server')) {
    return `, such as ${environmentName(id, 'server')}=smtps://name:password@host`
  }
  if (isMail) return registration === '' ? '' : `: ${registration}`
  const place = registration === '' ? `with ${name}` : `at ${registration}`
  return `. You get them when you register the app ${place} with the callback URL ${callbackOf(id)}`
}

function callbackOf(id: string): string {
  return `http://localhost:5173/auth/callback/${id}`
}

function explain(
  { id, name, registration, isMail }: Service,
  variables: readonly string[],
): string {
  const setVariables = `in .env: ${variables.join(', ')}.`
  if (isMail)
    return `Set these variables ${setVariables}${registration === '' ? '' : ` See ${registration}`}`
  return `Register the app with ${name} at ${registration} and set these variables ${setVariables} The callback URL is ${callbackOf(id)} in development.`
}

function renderCall({ id, importName }: Service, options: readonly string[]): readonly string[] {
  if (options.length === 0) return [`${indent}${importName},`]
  return [
    `${indent}${importName}({`,
    ...options.map((name) => `${indent}  ${name}: env.get("${environmentName(id, name)}"),`),
    `${indent}}),`,
  ]
}
