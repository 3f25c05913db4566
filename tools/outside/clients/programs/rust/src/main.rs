//! The steps of expected.txt with the client that openapi-generator makes for Rust.

use generated::apis::{animals_api, configuration::Configuration, Error};
use generated::models::{Pet, PetInput, PetStatus};
use reqwest::{Request, Response};
use reqwest_middleware::{ClientBuilder, Middleware, Next};
use std::sync::{Arc, Mutex};

type Failure = Box<dyn std::error::Error>;

/// The client keeps the headers of a response to itself: this middleware keeps the `Link` of the last one.
#[derive(Default)]
struct LastLink(Mutex<String>);

#[async_trait::async_trait]
impl Middleware for LastLink {
    async fn handle(
        &self,
        request: Request,
        extensions: &mut http::Extensions,
        next: Next<'_>,
    ) -> reqwest_middleware::Result<Response> {
        let response = next.run(request, extensions).await?;
        let link = response.headers().get("link").and_then(|link| link.to_str().ok());
        *self.0.lock().unwrap() = link.unwrap_or_default().to_owned();
        Ok(response)
    }
}

impl LastLink {
    fn next_cursor(&self) -> Option<String> {
        let link = self.0.lock().unwrap();
        let (url, _) = link.split_once(">; rel=\"next\"")?;
        url.split(['?', '&']).find_map(|part| part.strip_prefix("cursor=")).map(str::to_owned)
    }
}

fn show(verb: &str, pet: Pet) {
    let status = pet.status.map_or("-".to_owned(), |status| status.to_string());
    println!("{verb} {} {} {} {status}", pet.id, pet.name, pet.category_id);
}

fn ids(pets: Vec<Pet>) -> String {
    pets.iter().map(|pet| format!(" {}", pet.id)).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let last = Arc::new(LastLink::default());
    let animals = Configuration {
        base_path: std::env::var("API_URL")?,
        bearer_access_token: Some(std::env::var("API_KEY")?),
        client: ClientBuilder::new(reqwest::Client::new()).with_arc(last.clone()).build(),
        ..Configuration::default()
    };

    for (name, category_id, status) in [
        ("Rex", i64::MAX, Some(PetStatus::Available)),
        ("Zoë 🐈", i64::MIN, Some(PetStatus::Sold)),
        ("Tom", 1, None),
    ] {
        let input = PetInput { status, ..PetInput::new(name.to_owned(), category_id) };
        show("added", animals_api::add_pet(&animals, input, None).await?);
    }

    // Every page but the last has a Link to the next one.
    let mut cursor = None;
    loop {
        println!("page{}", ids(animals_api::list_pets(&animals, Some(2), None, cursor.as_deref()).await?));
        cursor = last.next_cursor();
        if cursor.is_none() {
            break;
        }
    }

    println!("sold{}", ids(animals_api::list_pets(&animals, None, Some(PetStatus::Sold), None).await?));

    show("fetched", animals_api::get_pet(&animals, 1).await?);

    match animals_api::get_pet(&animals, 4).await {
        // The enum of its `entity` takes the first status whose schema fits, and all errors have the same.
        Err(Error::ResponseError(response)) => {
            let reason: generated::models::Error = serde_json::from_str(&response.content)?;
            let code = serde_json::to_value(reason.code)?;
            println!("{} {} {}", reason.status, code.as_str().unwrap_or("-"), reason.message)
        }
        other => println!("no error: {other:?}"),
    }
    Ok(())
}
