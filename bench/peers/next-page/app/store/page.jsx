import Link from "next/link";
import pg from "pg";

export const dynamic = "force-dynamic";

globalThis.pool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const price = (cents) => money.format(cents / 100);
const button =
  "relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-full border-[1.5px] text-center font-semibold leading-tight no-underline select-none transition active:scale-[.98] print:hidden";
const widths = [160, 320, 480, 640, 960, 1600];
const nav = ["Home", "Features", "Store", "Lost and found", "Learn more", "Contact"];
const categories = ["All", "Tags", "Collars", "Leashes", "Accessories", "Care"];
const sorts = ["Featured", "Price, low to high", "Price, high to low", "Newest", "Best rated"];
const guides = ["Which tag", "Which collar", "What to engrave"];
const shipping = ["Standard", "Express", "Returns", "Warranty"];
const questions = ["Which phones", "Subscription", "Water", "Engraving", "Payment"];
const columns = ["Product", "Help", "Company"];

function Icon({ className = "size-5" }) {
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="m21 21-4.34-4.34" />
      <circle cx="11" cy="11" r="8" />
    </svg>
  );
}

function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
      <div className="wrap flex flex-wrap items-center gap-x-1 py-2 sm:gap-x-2 lg:gap-x-4">
        <Link href="/" aria-label="Home page" className="flex min-w-0 flex-1 rounded-1 py-1.5">
          <span className="inline-flex items-center gap-2.5 font-bold text-brand-deep">
            <Icon />
            Shop
          </span>
        </Link>
        {["Main menu", "Menu on a phone"].map((label) => (
          <nav key={label} aria-label={label}>
            <ul className="flex gap-1">
              {nav.map((name) => (
                <li key={name}>
                  <Link href={`/${name.toLowerCase()}`} className="flex min-h-11 items-center rounded-1 px-3 text-sm">
                    <Icon />
                    <span>{name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        {["Language", "Theme"].map((name) => (
          <form key={name} method="post" action={`/${name.toLowerCase()}`} className="flex">
            <input type="hidden" name="to" value="/store" />
            {["one", "two", "three"].map((choice) => (
              <button key={choice} type="submit" name="choice" value={choice} className={button}>
                <Icon />
                <span>{choice}</span>
              </button>
            ))}
          </form>
        ))}
        <Link href="/cart" className={button}>
          <Icon />
          <span>Cart</span>
        </Link>
      </div>
    </header>
  );
}

function Filters() {
  return (
    <div className="grid grid-cols-1 gap-2 md:gap-4">
      <nav aria-label="Categories">
        <ul className="flex gap-2">
          {categories.map((name) => (
            <li key={name}>
              <Link href={`/store?category=${name}`} className="inline-flex min-h-9 items-center rounded-full px-3.5">
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form action="/store" className="grid gap-2 md:gap-3">
        <div className="relative">
          <span className="absolute inset-y-0 start-3 grid place-items-center">
            <Icon />
          </span>
          <input type="search" name="q" maxLength={80} aria-label="Search" placeholder="Search" className="w-full" />
        </div>
        <button type="submit" className={button}>
          <span>Find</span>
        </button>
        <select name="sort" aria-label="Sort">
          {sorts.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <details>
          <summary className={button}>
            <Icon />
            <span>Filters</span>
          </summary>
          <div className="grid items-end gap-4 rounded-2 border border-line bg-surface p-4">
            {["from", "to"].map((name) => (
              <div key={name} className="grid gap-1">
                <label htmlFor={name}>
                  <span>{name}</span>
                </label>
                <input id={name} name={name} inputMode="numeric" maxLength={6} autoComplete="off" />
              </div>
            ))}
            {["In stock", "On sale"].map((name) => (
              <label key={name} className="flex gap-2">
                <span className="relative">
                  <input type="checkbox" name={name} value="1" />
                  <Icon />
                </span>
                <span>{name}</span>
              </label>
            ))}
          </div>
        </details>
      </form>
    </div>
  );
}

function ProductCard({ product, eager }) {
  const href = `/store/product/${product.id}`;
  const photo = (width) => `/photos/${product.photo_id}/${width}.webp`;
  return (
    <li className="rounded-2 border border-line bg-surface shadow-1 relative transition duration-300 flex flex-col overflow-clip">
      <div className="relative aspect-square overflow-hidden bg-sunken">
        <span className="block size-full product-ground">
          {/* biome-ignore lint/performance/noImgElement: as in our page, whose pictures have fixed sizes */}
          <img
            src={photo(320)}
            srcSet={widths.map((width) => `${photo(width)} ${width}w`).join(", ")}
            sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 31vw, calc(50vw - 1.5rem)"
            alt={product.name_en}
            loading={eager ? "eager" : "lazy"}
            decoding="async"
            className="size-full object-cover dark:brightness-90"
          />
        </span>
        <div className="absolute inset-x-2.5 top-2.5">
          <ul className="flex flex-wrap gap-1.5">
            {["New", "Bestseller"].map((badge) => (
              <li key={badge} className="inline-flex">
                <span className="inline-flex items-center rounded-full px-2.5 text-xs">{badge}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
        <h2 className="text-sm leading-snug sm:text-base">
          <Link href={href} className="stretched wrap-anywhere">
            <bdi>{product.name_en}</bdi>
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-1 text-xs text-ink-2">
          <span role="img" aria-label={`${product.rating} of 5 stars`} className="star-row inline-block align-middle" />
          <span className="whitespace-nowrap">{product.rating_count} reviews</span>
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <bdi dir="ltr" className="font-[650] whitespace-nowrap tabular-nums text-lg">
              {price(product.price_cents)}
            </bdi>
          </p>
          <div className="relative z-10">
            <form action="/cart" method="post">
              <input type="hidden" name="intent" value="add" />
              <input type="hidden" name="product" value={product.id} />
              <button type="submit" aria-label={`Add to cart: ${product.name_en}`} className={button}>
                <span className="-mx-0.5 grid h-5 min-w-5 shrink-0 place-items-center">
                  <Icon />
                </span>
                <span>Add</span>
              </button>
            </form>
          </div>
        </div>
      </div>
    </li>
  );
}

function Fact({ title }) {
  return (
    <div className="rounded-2 border border-line bg-surface p-5 grid content-start gap-2.5">
      <span aria-hidden="true" className="grid size-11 place-items-center rounded-1 bg-brand-soft text-brand-deep">
        <Icon />
      </span>
      <h3 className="flex flex-wrap items-baseline justify-between gap-2 text-base">{title}</h3>
      <p className="text-sm text-ink-2">What a buyer has to know about it, in one sentence of some length.</p>
    </div>
  );
}

function Advice() {
  return (
    <div className="mt-14 grid gap-14 md:mt-20">
      {[guides, shipping].map((facts) => (
        <section key={facts[0]} className="grid gap-5">
          <h2 className="text-xl md:text-2xl">{facts[0]}</h2>
          <div className="grid gap-4 md:grid-cols-3">
            {facts.map((title) => (
              <Fact key={title} title={title} />
            ))}
          </div>
        </section>
      ))}
      <section className="grid gap-5">
        <h2 className="text-xl md:text-2xl">Questions</h2>
        <div className="grid max-w-3xl gap-3">
          {questions.map((question) => (
            <details key={question} name="faq" className="rounded-2 border border-line bg-surface">
              <summary className="flex justify-between gap-3 p-4">
                <span>{question}</span>
                <Icon />
              </summary>
              <div className="px-4 pb-4">
                <p>The answer to it, in one or two sentences that say what the shop does.</p>
              </div>
            </details>
          ))}
        </div>
      </section>
    </div>
  );
}

function Footer() {
  return (
    <footer className="border-t border-line bg-surface print:hidden">
      <div className="wrap grid gap-8 py-10 md:grid-cols-4">
        {columns.map((column) => (
          <nav key={column} aria-label={column}>
            <h2 className="text-sm font-semibold">{column}</h2>
            <ul className="grid gap-1">
              {nav.map((name) => (
                <li key={name}>
                  <Link href={`/${name.toLowerCase()}`} className="inline-flex min-h-9 items-center text-sm">
                    <span>{name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}

/** The store's page with the elements of ours: as many links, icons and fields, and the same two statements. */
export default async function StorePage() {
  const counted = await globalThis.pool.query("select count(*)::int as total from products");
  const { rows } = await globalThis.pool.query("select * from products order by id desc limit 24");
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main id="content" className="wrap flex-1 py-5 md:py-12">
        <header className="mb-3 grid max-w-[62ch] gap-2 md:mb-8">
          <h1 className="text-[1.75rem] md:text-3xl">Store</h1>
          <p className="text-ink-2">Tags, collars and more.</p>
        </header>
        <Filters />
        <section aria-label="Products" className="mt-3 grid gap-3 md:mt-5 md:gap-5">
          <p role="status" className="text-sm text-ink-2">
            {counted.rows[0].total} products
          </p>
          <ul className="grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3 lg:grid-cols-4">
            {rows.map((product, place) => (
              <ProductCard key={product.id} product={product} eager={place < 2} />
            ))}
          </ul>
        </section>
        <Advice />
      </main>
      <Footer />
    </div>
  );
}
