import type { UserSummary } from '@bidwell/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { day } from '../time/day.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { Search } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { ShowMore } from '../ui/loading/ShowMore.tsx'
import { AdminPage } from './AdminPage.tsx'
import { usersQuery } from './user-queries.ts'
import { UserTags } from './UserTags.tsx'

function UsersPage() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  const list = useInfiniteQuery(usersQuery(q))
  const users = list.data?.pages.flatMap((page) => page.users) ?? []
  const isCut = list.data?.pages.some((page) => page.is_cut) === true
  return (
    <AdminPage title="Users">
      <form
        name="find-user"
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setParams(typed.trim() === '' ? {} : { q: typed.trim() })
        }}
      >
        <TextField
          label="Find a user"
          hint="How the address begins, or the number of the account"
          type="search"
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" className="sm:mt-6">
          <Search aria-hidden size={18} /> Find
        </Button>
      </form>
      <LoadState query={list} skeleton="h-72" />
      {list.data && (
        <Card>
          <Rows
            label="Users"
            empty={
              q === ''
                ? 'Nobody has registered yet.'
                : `No address begins with "${q}", and no account has it as its number.`
            }
          >
            {users.map((user) => (
              <UserItem key={user.id} user={user} />
            ))}
          </Rows>
        </Card>
      )}
      {isCut && <p className="text-ink-2">There are more than these. Type more of the address.</p>}
      <ShowMore query={list}>Show more users</ShowMore>
    </AdminPage>
  )
}

const UserItem = ({ user }: { user: UserSummary }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
    <Link
      to={`/admin/users/${user.id}`}
      className="flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere underline underline-offset-4"
    >
      {user.email}
    </Link>
    <UserTags user={user} />
    <span className="text-small text-ink-2">
      Account {user.id}, since {day(user.created_at)}
    </span>
  </li>
)

export { UsersPage as Component }
