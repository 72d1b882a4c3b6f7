// SPDX-License-Identifier: MIT
//! The crate fips205 takes part in benchmarks/bench.mjs. It answers lines on the standard input:
//!   job SET OPERATION SEED COUNT   and COUNT lines MESSAGE SIGNATURE, all in hexadecimal
//!   outputs                        what one run of the job gives, in hexadecimal
//!   time CALLS                     runs it so often: nanoseconds, and how many runs were right
use fips205::traits::{KeyGen, SerDes, Signer, Verifier};
use std::io::{stdin, BufRead, Lines, StdinLock};
use std::time::Instant;

type Error = Box<dyn std::error::Error>;

/// A message and its signature.
type Item = (Vec<u8>, Vec<u8>);

trait Job {
    fn outputs(&mut self) -> Vec<Vec<u8>>;
    /// Whether it was right.
    fn run(&mut self) -> bool;
}

enum Operation {
    Keygen,
    Sign,
    Verify,
}

macro_rules! sets {
    ($($name:literal $set:ident),* $(,)?) => {
        $(mod $set {
            use super::*;
            use fips205::$set::*;

            pub struct Work {
                operation: Operation,
                seeds: [[u8; N]; 3],
                pk: PublicKey,
                sk: PrivateKey,
                items: Vec<(Vec<u8>, [u8; SIG_LEN])>,
                turn: usize,
            }

            fn pair(seeds: &[[u8; N]; 3]) -> (PublicKey, PrivateKey) {
                KG::keygen_from_seed(&seeds[0], &seeds[1], &seeds[2])
            }

            impl Work {
                pub fn new(operation: Operation, seed: &[u8], items: Vec<Item>)
                    -> Result<Self, Error>
                {
                    let mut seeds = [[0; N]; 3];
                    for (part, bytes) in seeds.iter_mut().zip(seed.chunks(N)) {
                        *part = bytes.try_into()?;
                    }
                    let (pk, sk) = pair(&seeds);
                    let sized = |(m, s): Item| Ok((m, s.try_into().map_err(|_| "signature")?));
                    let items = items.into_iter().map(sized).collect::<Result<_, Error>>()?;
                    Ok(Work { operation, seeds, pk, sk, items, turn: 0 })
                }

                fn sign(&self, i: usize) -> [u8; SIG_LEN] {
                    self.sk.try_sign(&self.items[i].0, &[], false).expect("signs")
                }

                fn verify(&self) -> Vec<bool> {
                    self.items.iter().map(|(m, s)| self.pk.verify(m, s, &[])).collect()
                }
            }

            impl Job for Work {
                fn outputs(&mut self) -> Vec<Vec<u8>> {
                    match self.operation {
                        Operation::Keygen => {
                            let (pk, sk) = pair(&self.seeds);
                            vec![[&pk.into_bytes()[..], &sk.into_bytes()[..]].concat()]
                        }
                        Operation::Sign => vec![self.sign(0).to_vec()],
                        Operation::Verify => {
                            self.verify().iter().map(|&good| vec![good.into()]).collect()
                        }
                    }
                }

                fn run(&mut self) -> bool {
                    match self.operation {
                        Operation::Keygen => {
                            pair(&self.seeds).0.into_bytes() == self.pk.clone().into_bytes()
                        }
                        Operation::Sign => {
                            let i = self.turn % self.items.len();
                            self.turn += 1;
                            self.sign(i) == self.items[i].1
                        }
                        Operation::Verify => self.verify().iter().all(|&good| good),
                    }
                }
            }
        })*

        fn job_of(name: &str, op: Operation, seed: &[u8], items: Vec<Item>)
            -> Result<Box<dyn Job>, Error>
        {
            match name {
                $($name => Ok(Box::new($set::Work::new(op, seed, items)?)),)*
                _ => Err("no such set".into()),
            }
        }
    };
}

sets! {
    "SLH-DSA-SHA2-128s" slh_dsa_sha2_128s, "SLH-DSA-SHA2-128f" slh_dsa_sha2_128f,
    "SLH-DSA-SHA2-192s" slh_dsa_sha2_192s, "SLH-DSA-SHA2-192f" slh_dsa_sha2_192f,
    "SLH-DSA-SHA2-256s" slh_dsa_sha2_256s, "SLH-DSA-SHA2-256f" slh_dsa_sha2_256f,
    "SLH-DSA-SHAKE-128s" slh_dsa_shake_128s, "SLH-DSA-SHAKE-128f" slh_dsa_shake_128f,
    "SLH-DSA-SHAKE-192s" slh_dsa_shake_192s, "SLH-DSA-SHAKE-192f" slh_dsa_shake_192f,
    "SLH-DSA-SHAKE-256s" slh_dsa_shake_256s, "SLH-DSA-SHAKE-256f" slh_dsa_shake_256f,
}

fn from_hex(text: &str) -> Result<Vec<u8>, Error> {
    let byte = |i| Ok(u8::from_str_radix(text.get(i..i + 2).ok_or("odd")?, 16)?);
    (0..text.len()).step_by(2).map(byte).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read_items(lines: &mut Lines<StdinLock>, count: usize) -> Result<Vec<Item>, Error> {
    let mut items = Vec::new();
    for _ in 0..count {
        let line = lines.next().ok_or("too few lines")??;
        let (message, signature) = line.split_once(' ').ok_or("not two values")?;
        items.push((from_hex(message)?, from_hex(signature)?));
    }
    Ok(items)
}

fn read_job(words: &[&str], lines: &mut Lines<StdinLock>) -> Result<Box<dyn Job>, Error> {
    let [name, operation, seed, count] = *words else { return Err("job: four words".into()) };
    let operation = match operation {
        "keygen" => Operation::Keygen,
        "sign" => Operation::Sign,
        "verify" => Operation::Verify,
        _ => return Err("no such operation".into()),
    };
    let items = read_items(lines, count.parse()?)?;
    job_of(name, operation, &from_hex(seed)?, items)
}

fn main() -> Result<(), Error> {
    let mut lines = stdin().lock().lines();
    let mut job: Option<Box<dyn Job>> = None;
    while let Some(line) = lines.next() {
        let line = line?;
        let words: Vec<_> = line.split(' ').collect();
        match (words[0], &mut job) {
            ("job", _) => {
                job = Some(read_job(&words[1..], &mut lines)?);
                println!("ready");
            }
            ("outputs", Some(job)) => {
                let outputs: Vec<_> = job.outputs().iter().map(|out| to_hex(out)).collect();
                println!("{}", outputs.join(","));
            }
            ("time", Some(job)) => {
                let calls: u32 = words.get(1).ok_or("time: how often?")?.parse()?;
                let start = Instant::now();
                let right = (0..calls).filter(|_| job.run()).count();
                println!("{} {right}", start.elapsed().as_nanos());
            }
            _ => return Err(format!("not understood: {}", words[0]).into()),
        }
    }
    Ok(())
}
