import type { ComponentProps, SubmitEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
}

/** A form that code submits and validates, with its fields below each other. */
export const Form = ({ onSubmit, className = 'flex flex-col gap-4', ...form }: FormProps) => (
  <form
    {...form}
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      // React events bubble from a dialog to the form that rendered it, which must not be submitted.
      event.stopPropagation()
      onSubmit(event)
    }}
  />
)
