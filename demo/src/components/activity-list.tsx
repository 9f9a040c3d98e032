import { component$ } from '@builder.io/qwik'
import type { ActivityRow } from '../account'
import { Moment } from './moment'

interface ActivityListProps {
  readonly rows: readonly ActivityRow[]
}

export const ActivityList = component$<ActivityListProps>(({ rows }) => (
  <ul class="rows">
    {rows.map(({ id, title, at, browser, method }) => (
      <li key={id}>
        <div>
          <strong>{title}</strong>
          <p class="muted">
            <Moment at={at} />
            {method && ` · ${method}`}
            {browser && ` · ${browser}`}
          </p>
        </div>
      </li>
    ))}
  </ul>
))
