import { type Fetcher, useNavigation } from "react-router";
import { Button, type ButtonProps } from "../button.tsx";

export interface SubmitButtonProps extends Omit<ButtonProps, "type" | "value"> {
  value?: string;
  /** The fetcher that submits the form, when it is not a navigation. */
  fetcher?: Pick<Fetcher, "state" | "formData">;
  /** Other form fields that must hold these values, to tell the forms of a list apart. */
  match?: Record<string, string>;
}

/** A submit button that knows when *its* form is on the way: by its own name and value, and by `match`. */
export function SubmitButton({ fetcher, match, name, value, pending, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation();
  const sent = (fetcher ?? navigation).formData;
  const mine = sent !== undefined && (!name || sent.get(name) === (value ?? "")) && matches(sent, match);
  return <Button {...rest} type="submit" name={name} value={value} pending={pending ?? mine} />;
}

function matches(sent: FormData, wanted: Record<string, string> = {}): boolean {
  return Object.entries(wanted).every(([field, value]) => sent.get(field) === value);
}
