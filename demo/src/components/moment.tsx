import type { JSXOutput } from '@builder.io/qwik'

const format = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

interface MomentProps {
  /** ISO 8601. */
  readonly at: string
}

/** A date and time, the same for everyone: the server does not know where a visitor is. */
export const Moment = ({ at }: MomentProps): JSXOutput => (
  <time dateTime={at}>{format.format(new Date(at))} UTC</time>
)
