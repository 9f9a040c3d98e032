import type { Choice } from './choice.js'
import { credentialsChoice } from './credentials-choice.js'
import { passkeyChoice } from './passkey-choice.js'
import { passwordChoice } from './password-choice.js'
import { mayRepeat } from './may-repeat.js'
import { nearest } from './nearest.js'
import { Refusal } from './refusal.js'
import { chooseService } from './service-choice.js'
import { services } from './service.js'
import type { Terminal } from './terminal.js'

/** The providers that are not an external service. */
const ownChoices: readonly Choice[] = [credentialsChoice, passkeyChoice, passwordChoice]

/** Every id that can be chosen, in alphabetical order. */
export const providerIds: readonly string[] = [
  ...ownChoices.map(({ id }) => id),
  ...services.keys(),
].sort()

const question = 'Which providers? (such as email,password,github; ? lists them) '

/** Parses a comma-separated list of provider ids. */
export function parseProviders(list: string): readonly Choice[] {
  const ids = list.split(',').map((id) => id.trim().toLowerCase())
  const choices = [...new Set(ids)].filter((id) => id !== '').map(findChoice)
  if (choices.length === 0) throw new Refusal('Expected at least one provider, such as github.')
  return choices
}

/** Asks for providers until the answer is valid. */
export async function askForProviders(terminal: Terminal): Promise<readonly Choice[]> {
  for (;;) {
    const answer = await terminal.ask(question)
    if (answer.trim() === '?') {
      terminal.print(providerIds.join(' '))
      continue
    }
    try {
      return parseProviders(answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      terminal.complain(error.message)
    }
  }
}

function findChoice(id: string): Choice {
  const own = ownChoices.find((choice) => choice.id === id)
  if (own) return own
  const service = services.get(id)
  if (service) return chooseService(service)
  const meant = nearest(id, providerIds)
  const advice = meant === undefined ? 'See npx latchkey init --list.' : `Did you mean "${meant}"?`
  throw new Refusal(`Unknown provider${mayRepeat(id) ? ` "${id}"` : ''}. ${advice}`)
}
