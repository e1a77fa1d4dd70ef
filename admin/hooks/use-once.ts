import { type MutateOptions, type UseMutationOptions, useMutation } from "@tanstack/react-query"
import { useRef } from "react"

/** Runs a function, or returns null while one is running. React disables a button with its next render, which comes after a double click. */
export function useOnce() {
  const running = useRef(false)
  return async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (running.current) return null
    running.current = true
    try {
      return await work()
    } finally {
      running.current = false
    }
  }
}

/** A mutation whose `mutate` sends nothing while an earlier one has no answer yet. */
export function useMutationOnce<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const once = useOnce()
  const { mutateAsync, ...mutation } = useMutation(options)
  // Callers learn of a failure from `error` and the callbacks.
  const mutate = (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) =>
    void once(() => mutateAsync(variables, callbacks).catch(() => null))
  return { ...mutation, mutate }
}
